import { describe, expect, test } from 'vitest';
import {
  keyOf,
  linesOf,
  parseStatementLine,
  saysNothing,
} from '../../../worker/assistant/model/statement-lines.ts';

describe('a line of the protocol', () => {
  test.each([
    ['Prices rose. | 12, 13 | "rose"', [12, 13]],
    ['- Prices rose. | [12] [13] | "rose"', null],
    ['Prices rose. | [12, 13] | “rose”', [12, 13]],
    ['Prices rose. | "12" | rose', [12]],
    ['Prices rose. | lines 12 and 13 | rose', [12, 13]],
    ['Prices rose. | L12, L13 | rose', [12, 13]],
    ['Prices rose. | #12; #13 | rose', [12, 13]],
    ['**Prices rose.** | 12-14 | rose', [12, 13, 14]],
    ['| Prices rose. | lines 12 – 14 | rose |', [12, 13, 14]],
    ['Prices rose. | 3-900000 | rose', [3, 900_000]],
    ['Prices rose. | 14-12 | rose', [14, 12]],
    ['Prices rose. | 12.5 | rose', null],
    ['Prices rose. | -12 | rose', null],
    ['Prices rose. | 1e9 | rose', null],
    ['Prices rose. | 1234567 | rose', null],
    ['Prices rose. | | rose', null],
    ['Prices rose.', null],
    [' | 12 | rose', null],
    ['|'.repeat(100_000), null],
  ])('%s', (line, numbers) => {
    const parsed = parseStatementLine(line);
    expect(parsed?.numbers ?? null).toEqual(numbers);
    if (numbers) expect(parsed?.text).toBe('Prices rose.');
  });

  test.each(['NOTHING', 'Nothing.', '**NOTHING**'])('may say that there is nothing: %s', (line) => {
    expect(saysNothing(line)).toBe(true);
    expect(saysNothing(`${line} rose | 1 | x`)).toBe(false);
  });

  test('says the same in another case and without its full stop', () => {
    expect(keyOf('prices ROSE')).toBe(keyOf('Prices rose.'));
    expect(keyOf('Prices rose by 4.')).not.toBe(keyOf('Prices rose by 40.'));
  });
});

test('a line that never ends is held only as far as it can be one', async () => {
  async function* pieces() {
    for (let index = 0; index < 5_000; index++) yield 'x'.repeat(1_000);
    yield '\nPrices rose. | 1 | "rose"\r\n\r\n';
  }
  const lines: string[] = [];
  for await (const line of linesOf(pieces())) lines.push(line);
  expect(lines.map(({ length }) => length)).toEqual([2_000, 25]);
});
