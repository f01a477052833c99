/**
 * The check of a model's statements: of 500 false ones of all kinds none passes, and of 500 true ones,
 * paraphrases among them, at least 480 do.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStatement } from '../../../worker/assistant/check/check-statement.ts';
import { readWordVectors } from '../../../worker/assistant/retrieval/word-vectors.ts';
import { lies, truths } from '../../support/statements/statements.ts';
import { BREAD } from './fixtures.ts';

const VECTORS = join(import.meta.dirname, '../../../worker/assistant/word-vectors.bin');
const vectors = readWordVectors(new Uint8Array(readFileSync(VECTORS)).buffer);

describe('a statement', () => {
  test('that is false fails, however it is falsified', () => {
    const statements = lies();
    expect(statements.length).toBeGreaterThanOrEqual(500);
    const passed = statements.filter(
      ({ statement, episode }) => checkStatement(statement, episode, { vectors }) === null,
    );
    expect(passed.map(({ way, statement }) => `${way}: ${statement.text}`)).toEqual([]);
  });

  test('that is true passes, also in other words', () => {
    const statements = truths();
    expect(statements).toHaveLength(500);
    const holding = statements.filter(
      ({ statement, episode }) => checkStatement(statement, episode, { vectors }) === null,
    );
    expect(holding.length).toBeGreaterThanOrEqual(480);
  });
});

describe('what a statement says of a short talk', () => {
  const lines = [
    [
      'Ana Ruiz',
      'Welcome. In 2019 300 people came to the mill, and a year later 20% of them returned.',
    ],
    ['Ben Ruiz', 'We sold three hundred and twenty loaves a day.'],
    [
      'Dr. Li Wu',
      'The oven cost two thousand five hundred euros, and Lena told me that it was cheap.',
    ],
    ['Ana Ruiz', 'A bargain!'],
    ['Ben Ruiz', 'Twenty five ovens stood in the hall.'],
    ['Ana Ruiz', 'Ben told me yesterday that the hall was cold.'],
  ].map(([speaker = '', text = ''], index) => ({
    ...{ start: index * 10, end: index * 10 + 9, speaker, text },
  }));
  const problemOf = (
    text: string,
    lineId: number,
    quotation = lines[lineId]?.text ?? '',
    episode = { ...BREAD, lines } as Parameters<typeof checkStatement>[1],
  ) => checkStatement({ text, evidence: [{ lineIds: [lineId], quotation }] }, episode);

  test.each([
    // A figure is that of its own number, in digits or in words.
    ['In 2019 300 people came to the mill.', 0, null],
    ['In 2018 300 people came to the mill.', 0, 'figure'],
    ['A year later 20 percent of them returned.', 0, null],
    ['A year later 20 euros of them returned.', 0, 'unsupported'],
    ['They sold 320 loaves a day.', 1, null],
    ['They sold 300 loaves a day.', 1, 'figure'],
    ['The oven cost 2,500 euros.', 2, null],
    ['The oven cost 2,000 euros.', 2, 'figure'],
    ['The oven cost 500 euros.', 2, 'figure'],
    ['25 ovens stood in the hall.', 4, null],
    ['20 ovens stood in the hall.', 4, 'figure'],
    // A name belongs to the episode, and words to their speaker.
    ["Zanzibar's ovens stood in the hall.", 4, 'name'],
    ["Zanzibar's own ovens stood in the hall.", 4, 'name'],
    ['Wu says that the oven cost 2,500 euros.', 2, null],
    ['Ben says that the oven cost 2,500 euros.', 2, 'speaker'],
    // Two people have this name.
    ['Ruiz says that 25 ovens stood in the hall.', 4, 'speaker'],
    ['Ben Ruiz says that 25 ovens stood in the hall.', 4, null],
    ['The host says that 25 ovens stood in the hall.', 4, 'speaker'],
    // Somebody reports what another one says.
    ['Ben says that the hall was cold.', 5, null],
    ['Wu says that the hall was cold.', 5, 'speaker'],
    ['Lena says that the oven was cheap.', 2, null],
    ['Lena says that the hall was cold.', 5, 'speaker'],
    // A statement has to say something, and not too much.
    ['It is so.', 4, 'unsupported'],
    [`Ovens stood in the hall. ${'They stood in the hall. '.repeat(30)}`, 4, 'unsupported'],
    ['', 4, null],
  ] as const)('%s', (text, lineId, problem) => {
    expect(problemOf(text, lineId)).toBe(problem);
  });

  test('may be what a host says if there is nobody else', () => {
    const alone = { ...BREAD, lines: lines.map((line) => ({ ...line, speaker: 'Ana Ruiz' })) };
    const text = 'The host says that 25 ovens stood in the hall.';
    expect(problemOf(text, 4, undefined, alone)).toBeNull();
    const nobody = { ...BREAD, lines: lines.map((line) => ({ ...line, speaker: null })) };
    expect(problemOf(text, 4, undefined, nobody)).toBe('speaker');
    expect(problemOf('25 ovens stood in the hall.', 4, undefined, nobody)).toBeNull();
  });

  test('rests on three words at least, or on all that somebody says', () => {
    expect(problemOf('', 4, 'Twenty five')).toBe('thin');
    expect(problemOf('', 4, 'Twenty five ovens')).toBeNull();
    expect(problemOf('', 3, 'a bargain')).toBeNull();
    expect(problemOf('', 3, 'bargain')).toBe('thin');
  });

  test('may use of a long turn without spaces only what it quotes', () => {
    const quotation = '我们卖了磨坊得到900欧元';
    const text = `${quotation}。${'天气一直很灰。'.repeat(1_000)}船价70欧元。`;
    const long = { ...BREAD, lines: [{ start: 0, end: 999, speaker: '安娜', text }] };
    expect(problemOf('我们卖了磨坊得到70欧元', 0, quotation, long)).toBe('figure');
    expect(['thin', 'figure']).not.toContain(problemOf(quotation, 0, quotation, long));
  });

  test('may use words near the quotation, not those far away in a long turn', () => {
    const filler = (count: number) => 'the weather stayed grey and nobody came by. '.repeat(count);
    const said = `${filler(40)}We sold the mill. It brought us 900 euros. ${filler(40)}The boat cost 70 pounds.`;
    for (const [length, turns] of [
      ['a line', [said]],
      ['several lines', [filler(40), said]],
      ['a very long line', [filler(200) + said]],
    ] as const) {
      const lines = turns.map((text) => ({ start: 0, end: 999, speaker: 'Ana Ruiz', text }));
      const lineIds = lines.map((_, index) => index);
      const problem = (text: string, quotation: string) =>
        checkStatement({ text, evidence: [{ lineIds, quotation }] }, { ...BREAD, lines });
      expect(problem('They sold the mill for 900 euros.', 'we sold the mill'), length).toBeNull();
      expect(problem('They sold the mill for 70 pounds.', 'we sold the mill'), length).toBe(
        'figure',
      );
      // However short it is.
      expect(problem('They sold the mill for 900 euros.', 'sold the mill'), length).toBeNull();
    }
  });
});

describe('a statement about an exchange', () => {
  const lines = [
    ['Ana Ruiz', 'I would close the mill on Mondays, nobody comes then.'],
    ['Ben Ruiz', 'No, the schools order their bread on Mondays.'],
    ['Ana Ruiz', 'It was cheaper to buy flour abroad last year than to grind our own.'],
    [
      'Li Wu',
      'Most bakers do not actually look at the price of water. The fixed costs were zero costs to me.',
    ],
    [
      'Li Wu',
      'The crack was point five millimetres wide. Drink enough while you bake, because it is hot.',
    ],
  ].map(([speaker = '', text = ''], index) => ({
    ...{ start: index * 10, end: index * 10 + 9, speaker, text },
  }));
  const problemOf = (text: string, lineIds: number[], quotation: string) =>
    checkStatement({ text, evidence: [{ lineIds, quotation }] }, { ...BREAD, lines }, { vectors });

  test('may tell what each person says in the lines it names', () => {
    const schools = 'the schools order their bread on Mondays';
    const exchange =
      'Ana would close the mill on Mondays, but Ben objects that the schools order their bread then.';
    expect(problemOf(exchange, [0, 1], schools)).toBeNull();
    // Not what only lines say that it doesn't name, and not with the sides exchanged.
    expect(problemOf(exchange, [1], schools)).not.toBeNull();
    const exchanged =
      'Ben would close the mill on Mondays, but Ana objects that the schools order their bread then.';
    expect(problemOf(exchanged, [0, 1], schools)).not.toBeNull();
    // Somebody of whom it quotes nothing can't say all of it.
    const other = 'Ana says that the schools order their bread on Mondays.';
    expect(problemOf(other, [0, 1], schools)).toBe('speaker');
  });

  test.each([
    ['The crack was 0.5 millimetres wide.', 4, 'The crack was point five millimetres wide', null],
    [
      'The crack was five millimetres wide.',
      4,
      'The crack was point five millimetres wide',
      'figure',
    ],
    // A denial is lost, in other words than the speaker's.
    [
      'Most bakers already watch the price of water.',
      3,
      'Most bakers do not actually look at the price of water',
      'reversed',
    ],
    ['There were high fixed costs.', 3, 'The fixed costs were zero costs to me', 'reversed'],
    // The two sides of a comparison change places.
    [
      'Grinding their own flour was cheaper than buying it abroad.',
      2,
      'It was cheaper to buy flour abroad last year than to grind our own',
      'reversed',
    ],
    // Nobody gives this reason.
    [
      'Li tells them to drink enough, because thirst once made a baker faint.',
      4,
      'Drink enough while you bake',
      'unsupported',
    ],
  ] as const)('%s', (text, lineId, quotation, problem) => {
    expect(problemOf(text, [lineId], quotation)).toBe(problem);
  });
});
