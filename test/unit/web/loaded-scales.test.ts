import { expect, test } from 'vitest';
import { loadedScales } from '../../../web/build/loaded-scales.ts';

function leftOf(css: string): unknown {
  const { transform } = loadedScales();
  if (typeof transform !== 'object') throw new Error('no transform');
  const handler: unknown = transform.handler;
  return typeof handler === 'function' ? handler(css) : null;
}

test('rules of colour scales that are not there are left out, in both forms of the file', () => {
  const scale = ':root{--teal-1:#111}';
  const teal = '[data-accent-color=teal]{--accent-1:var(--teal-1)}';
  const iris = '[data-accent-color=iris]{--accent-1:var(--iris-1)}';
  const mauve = ".radix-themes:where([data-gray-color='mauve']) {\n  --gray-1: var(--mauve-1);\n}";
  const any = '[data-accent-color]{--focus-1:var(--accent-1)}';
  expect(leftOf(scale + teal + iris + mauve + any)).toBe(scale + teal + any);
});
