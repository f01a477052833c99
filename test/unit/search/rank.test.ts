import { expect, test } from 'vitest';
import type { FoundPassage } from '../../../worker/search/find-passages.ts';
import { parseQuery } from '../../../worker/search/query.ts';
import { rankPassages } from '../../../worker/search/rank.ts';

let places = 0;

function passage(episodeId: string, text: string, speaker = 'Ann'): FoundPassage {
  // Passages of one document that follow one another have ids that follow one another; these are apart.
  places += 10;
  return {
    id: places,
    place: places,
    kind: 'transcript',
    sourceId: episodeId,
    podcastId: 'podcast',
    episodeId,
    publishedAt: null,
    sentences: [{ text, start: 0, speaker }],
    ofDocument: 100,
    documentCounts: null,
  };
}

function rank(q: string, passages: FoundPassage[], counts: number[] | null = null) {
  return rankPassages(parseQuery(`${q} `), passages, { meanings: null, speaker: null, counts });
}

const firstOf = (...given: Parameters<typeof rank>) => rank(...given)[0]?.passage.episodeId;

test('a rare word weighs more than a frequent one', () => {
  const passages = [passage('common', 'They bake bread.'), passage('rare', 'They brew kvass.')];
  expect(firstOf('bread kvass', passages, [900, 3])).toBe('rare');
  expect(firstOf('bread kvass', passages, [3, 900])).toBe('common');
});

test('what somebody named in the query says comes before what is said about them', () => {
  const about = passage('one', 'Ines Vega spoke of pricing here, and of little else.', 'Ben');
  const by = passage(
    'one',
    'My view of pricing is simple: it follows what people need.',
    'Ines Vega',
  );
  const first = (q: string) => rank(q, [about, by])[0]?.passage;
  expect(first('Ines Vega pricing')).toBe(by);
  expect(first('Ben pricing')).toBe(about);
});

test.each([
  ['Dr. Ines Vega MD', true],
  ['Ines Vega (head of pricing)', true],
  ['Ines Vega, CFO', true],
  ['Ines Rossi', false],
  ['Ana Ruiz, head of Ines Vega', false],
])('whether Ines Vega is %s', (speaker, isShe) => {
  const about = passage('one', 'Ines Vega spoke of pricing here, and of little else.', 'Ben');
  const by = passage('one', 'My view of pricing is simple: it follows people.', speaker);
  expect(rank('Ines Vega pricing', [about, by])[0]?.passage).toBe(isShe ? by : about);
});

test('an episode whose passages cover more of the query together comes first', () => {
  const half = 'The flour of the old mill matters.';
  const both = [passage('whole', half), passage('whole', 'The salt of the sea matters.')];
  const passages = [passage('part', half), passage('part', half), ...both];
  expect(firstOf('flour salt', passages)).toBe('whole');
});

test('what an episode says often is expected of all its passages', () => {
  const text = 'The flour of the old mill matters.';
  const about = { ...passage('about', text), documentCounts: [20, 30] };
  const once = { ...passage('once', text), documentCounts: [20, 0] };
  expect(firstOf('flour yeast', [once, about], [400, 300])).toBe('about');
});

test('a few passages are not enough to expect anything', () => {
  const text = 'The flour of the old mill matters.';
  const note = { ...passage('note', text), ofDocument: 1, documentCounts: [1] };
  const talk = { ...passage('talk', text), ofDocument: 100, documentCounts: [60] };
  expect(firstOf('flour', [note, talk], [900])).toBe('talk');
});

test('other episodes come before the weaker passages of the first', () => {
  const both = passage('first', 'Flour and salt.');
  const [again, other] = [
    passage('first', 'They brew kvass.'),
    passage('other', 'They brew kvass.'),
  ];
  const order = rank('flour salt kvass', [both, again, other]).map((one) => one.passage);
  expect(order).toEqual([both, other, again]);
});

test('equal passages stand in one order, in whichever the rows came', () => {
  const passages = ['b', 'a', 'c'].map((episodeId) => passage(episodeId, 'They bake bread.'));
  const order = (given: FoundPassage[]) => rank('bread', given).map((one) => one.passage.sourceId);
  expect(order(passages)).toEqual(['a', 'b', 'c']);
  expect(order(passages.toReversed())).toEqual(['a', 'b', 'c']);
});

test('a title comes before notes that say the same', () => {
  const [notes, title] = [passage('one', 'They bake bread.'), passage('two', 'They bake bread.')];
  const told = [
    { ...notes, kind: 'episode' as const, place: 1 },
    { ...title, kind: 'episode' as const, place: 0 },
  ];
  expect(firstOf('bread', told)).toBe('two');
});
