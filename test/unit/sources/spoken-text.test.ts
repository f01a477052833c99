import { describe, expect, test } from 'vitest';
import { linesOf, paragraphsOf } from '../../../worker/sources/paragraphs.ts';
import { asSpoken } from '../../../worker/transcripts/spoken-text.ts';

const spoken = (text: string) =>
  asSpoken(linesOf(paragraphsOf(text))).map(({ speaker, text }) => [speaker, text]);

describe('a text', () => {
  test('in which people speak by turns has speakers, also where one goes on', () => {
    const interview = `A talk about bread, held in March.

Mia Weber: What is gluten?
Otto Brenner: It is what holds the dough together when the baker
kneads it.

Mia Weber: And salt?

Otto Brenner: Salt tightens it.

It also slows the yeast.`;
    expect(spoken(interview)).toEqual([
      [null, 'A talk about bread, held in March.'],
      ['Mia Weber', 'What is gluten?'],
      ['Otto Brenner', 'It is what holds the dough together when the baker kneads it.'],
      ['Mia Weber', 'And salt?'],
      ['Otto Brenner', 'Salt tightens it.'],
      ['Otto Brenner', 'It also slows the yeast.'],
    ]);
  });

  test.each([
    ['with the time', (name: string) => `${name}  0:12`],
    ['with the time in brackets', (name: string) => `${name} (00:12):`],
    ['alone', (name: string) => `${name}:`],
  ])('may have the names %s above what is said', (_, heading) => {
    const said = ['What is gluten?', 'It holds the dough.', 'And salt?', 'Salt tightens it.'];
    const text = said.map(
      (words, at) => `${heading(['Mia Weber', 'Otto'][at % 2] ?? '')}\n${words}`,
    );
    expect(spoken(text.join('\n\n'))).toEqual(
      said.flatMap((words, at) => {
        const name = ['Mia Weber', 'Otto'][at % 2];
        return [
          [name, ''],
          [name, words],
        ];
      }),
    );
  });

  test('keeps the speaker in each line of a long paragraph', () => {
    const long = 'It was a day in May. '.repeat(100).trim();
    const lines = spoken(`Q: When?\n\nA: ${long}\n\nQ: Where?\n\nA: In Leeds.`);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.slice(1, -2).every(([speaker]) => speaker === 'A')).toBe(true);
  });

  test.each([
    [
      'headings',
      'Price: it rose.\n\nThe rest of the market fell.\n\nOutlook: it may fall.\n\nPrice: none.',
    ],
    ['one label', 'Note: it rose.\n\nNote: it fell.\n\nNote: it rose again.'],
    [
      'few labels',
      `Ann: hello.\n\nBen: hello.\n\nAnn: so.\n\nBen: so.${'\n\nThe text goes on without them.'.repeat(10)}`,
    ],
  ])('with %s stays as it is', (_, text) => {
    const lines = linesOf(paragraphsOf(text));
    expect(asSpoken(lines)).toBe(lines);
  });

  test('that has times is a transcript, whose speakers are known', () => {
    const lines = ['Ann: hello.', 'Ben: hello.', 'Ann: so.', 'Ben: so.'].map((text, start) => ({
      ...{ start, end: null, speaker: null, text },
    }));
    expect(asSpoken(lines)).toBe(lines);
  });
});
