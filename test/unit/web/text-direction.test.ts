import { expect, test } from 'vitest';
import { directionOf } from '../../../web/ui/text-direction.ts';
import { expectLinear } from '../../support/linear-time.ts';

test.each([
  ['Four thousand nurses', 'ltr'],
  ['وصل المسح إلى أربعة آلاف ممرضة', 'rtl'],
  ['שלום עולם', 'rtl'],
  ['2026 …', 'ltr'],
  ['', 'ltr'],
  ['ليلى الحسن: “The survey reached four thousand nurses.” [0:20]', 'ltr'],
  ['Anna Berg: “وصل المسح إلى أربعة آلاف ممرضة.” [0:20]', 'rtl'],
  ['وصل المسح [0:20](/library?episode=cabbage-and-a-long-address)', 'rtl'],
  ['<blockquote>وصل <strong>المسح</strong></blockquote>', 'rtl'],
])('most letters give %j its direction', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test.each(['<', '](', '](a'])('%j, repeated, takes linear time', (mark) => {
  expectLinear(directionOf, (length) => mark.repeat(length / mark.length));
});
