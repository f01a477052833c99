import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCitations, keepTrueQuotes } from '../../../worker/assistant/check-reply.ts';
import { entriesFor, partsOf, spreadEntries } from '../../../worker/assistant/choose-entries.ts';
import { entriesOf } from '../../../worker/assistant/material.ts';
import { keepTrueCitations } from '../../../worker/assistant/retrieval/citation.ts';
import { LINES } from '../chat/people.ts';
import { longEpisode, textOf } from './episodes.ts';

async function* inPieces(text: string, cuts: number[]) {
  const at = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  for (const [index, from] of at.entries()) yield text.slice(from, at[index + 1] ?? from);
}

describe('checking citations while an answer streams', () => {
  const bits = fc.constantFrom(
    ...['[0:20]', '[0:21]', '[9:59]', '[1:00, 9:59]', '[0:20](http://x.test)', '\\[0:40\\]'],
    ...[' ', '  ', '\n', '[', ']', '(', '\\', 'word', '[a note]', '[link](http://y.test)', '“yes”'],
  );

  test('comes to the same however the answer is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(bits, { maxLength: 14 }),
        fc.array(fc.nat(200), { maxLength: 20 }),
        async (parts, cuts) => {
          const text = parts.join('');
          const checked = await textOf(checkCitations(inPieces(text, cuts), LINES));
          expect(checked).toBe(keepTrueCitations(text, LINES));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('holds back only what may become a citation', async () => {
    const pieces: string[] = [];
    const said = ['The price [', '0:2', '0] rose. ', 'See [the li', 'st] there [9:', '59].'];
    async function* answer() {
      yield* said;
    }
    for await (const piece of checkCitations(answer(), LINES)) pieces.push(piece);
    expect(pieces[0]).toBe('The price');
    expect(pieces.join('')).toBe('The price [0:20] rose. See [the list] there.');
  });
});

describe('checking quotations', () => {
  test('keeps what was said, whatever its case and punctuation, and drops the rest', () => {
    const kept = '> “we raised the price to 4,200 euros a year” — Ben [0:20]';
    const markdown = `## Notable quotes\n\n${kept}\n> “We doubled it.” — Ben [0:20]\n\nAnd so on.`;
    const checked = keepTrueQuotes(markdown, LINES);
    expect(checked).toContain(kept);
    expect(checked).not.toContain('doubled');
    expect(checked).toContain('And so on.');
  });
});

test('a section of which no quotation is left goes with its heading', () => {
  const markdown =
    '## Key takeaways\n\n- One [0:20]\n\n## Notable quotes\n\n> “We doubled it.” — Ben\n';
  const topics = '\n## Topics\n\n- Prices [0:20]';
  expect(keepTrueQuotes(markdown + topics, LINES)).toBe(
    '## Key takeaways\n\n- One [0:20]\n\n## Topics\n\n- Prices [0:20]',
  );
  expect(keepTrueQuotes(markdown, LINES).trim()).toBe('## Key takeaways\n\n- One [0:20]');
});

describe('choosing what goes into a prompt', () => {
  const episode = longEpisode(30);
  const entries = entriesOf(episode);
  const tokens = (chosen: typeof entries) => chosen.reduce((sum, entry) => sum + entry.tokens, 0);

  test('the parts of a long transcript hold all of it, and each fits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 20_000 }), (budget) => {
        const parts = partsOf(episode, budget);
        expect(parts.flat()).toEqual(entries);
        for (const part of parts) expect(tokens(part)).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 30 },
    );
  });

  test('a choice fits, keeps the order, and reaches from the start to the end', () => {
    const spread = spreadEntries(episode, 1_500);
    expect(tokens(spread)).toBeLessThanOrEqual(1_500);
    const places = spread.map((entry) => entries.indexOf(entry));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.at(-1)).toBeGreaterThan(entries.length * 0.8);
    const asked = entriesFor(episode, 'Who is Greta Lindholm?', [], 1_500);
    expect(tokens(asked)).toBeLessThanOrEqual(1_500);
    expect(asked.some(({ line }) => line.includes('Greta'))).toBe(true);
  });
});
