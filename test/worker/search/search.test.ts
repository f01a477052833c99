import { describe, expect, test } from 'vitest';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-queries.ts';
import { makePerson } from '../../support/people.ts';
import { db, subscribe } from '../../support/podcasts.ts';
import { index, makeSpoken, searchAs, snippetsFor } from '../../support/search.ts';

const SENTENCES = [
  'Welcome to the show about contracts.',
  'Ines: We negotiated the indemnity clause for nine weeks.',
  'Everybody forgets what it costs to wait.',
  'Ines: The café in Zürich is where we signed it.',
  'The vendor paid for the delay in March.',
  '契約書を確認してから署名しました。',
  'Nobody reads the appendix after a negotiation, and that is a mistake.',
];

async function makeListener(sentences = SENTENCES, ...more: [{ title?: string }?, object?]) {
  const person = await makePerson();
  const spoken = await makeSpoken(
    sentences,
    { title: 'Clause Talk', category: 'Law', ...more[0] },
    more[1],
  );
  await subscribe(person.id, spoken.podcastId);
  return { person, ...spoken };
}

describe('a search', () => {
  test('finds the sentence, with its episode, its speaker and its time', async () => {
    const { person, episodeId, podcastId } = await makeListener();
    const { results, didYouMean } = await searchAs(person, 'indemnity clause');
    expect(didYouMean).toBeNull();
    expect(results[0]).toMatchObject({
      kind: 'transcript',
      episodeId,
      podcastId,
      podcastTitle: 'Clause Talk',
      speaker: 'Ines',
      seconds: 10,
      isPlayable: false,
      snippet: 'We negotiated the indemnity clause for nine weeks.',
    });
    const { snippet = '', marks = [] } = results[0] ?? {};
    expect(marks.map(([start, end]) => snippet.slice(start, end))).toEqual(['indemnity', 'clause']);
  });

  test.each([
    ['other forms of a word', 'negotiating', 'We negotiated the indemnity'],
    ['words without regard to case and accents', 'CAFE ZURICH', 'The café in Zürich'],
    ['the beginning of the last word', 'indem', 'We negotiated the indemnity'],
    ['a beginning that is longer than the stem', 'negotiati', 'Nobody reads the appendix'],
    ['a quotation', '"paid for the delay"', 'The vendor paid for the delay'],
    ['a quotation that nobody closed', '"paid for the', 'The vendor paid for the delay'],
    ['a quotation in the middle of a word', '"paid for the del', 'The vendor paid for the delay'],
    ['words of a script without spaces', '契約書', '契約書を確認'],
    ['common words only', 'it is where we', 'The café in Zürich'],
  ])('finds %s', async (_, q, expected) => {
    const { person } = await makeListener();
    expect((await snippetsFor(person, q))[0]).toContain(expected);
  });

  test.each([
    ['strasse', 'Straße'],
    ['Straße', 'Straße'],
    ['STRASSE', 'Straße'],
    ['from:soren quiet', 'quiet'],
  ])('finds letters however they are spelt: %s', async (q, marked) => {
    const { person } = await makeListener(['Søren: The office is in a quiet Straße.']);
    const { results } = await searchAs(person, q);
    const { snippet = '', marks = [] } = results[0] ?? {};
    expect(snippet).toBe('The office is in a quiet Straße.');
    expect(marks.map(([start, end]) => snippet.slice(start, end))).toEqual([marked]);
  });

  test("finds a sentence once, also where an answer about all one's podcasts quotes it", async () => {
    const { person } = await makeListener();
    const sessionId = crypto.randomUUID();
    const answer = 'The vendor paid for the delay in March. [0:40]\n\nNobody asked the vendor why.';
    await db
      .insert(chatSessions)
      .values({ id: sessionId, userId: person.id, episodeId: null, remainingFollowUps: 9 });
    await db.insert(chatFollowUps).values({ sessionId, question: 'Who paid?', answer });
    await index(['chat', sessionId]);
    const found = async (q: string) =>
      (await searchAs(person, q)).results.map(({ kind, snippet }) => [kind, snippet]);
    expect(await found('paid for the delay')).toEqual([['transcript', SENTENCES[4]]]);
    expect(await found('asked why')).toEqual([['chat', 'Nobody asked the vendor why.']]);
  });

  test('does not take the words of a quotation apart', async () => {
    const { person } = await makeListener();
    expect(await snippetsFor(person, '"delay the vendor"')).toEqual([]);
  });

  test('finds the neighbour of a misspelt word, and says so', async () => {
    const { person } = await makeListener();
    const { results, didYouMean } = await searchAs(person, 'idnemnity clause');
    expect(didYouMean).toBe('indemnity clause');
    expect(results[0]?.snippet).toContain('indemnity');
  });

  test.each([
    ['clausse', 'clause', 'We negotiated the indemnity clause'],
    ['negotated', 'negotiated', 'We negotiated the indemnity clause'],
    ['vendor apendix', 'vendor appendix', 'Nobody reads the appendix'],
  ])('finds the neighbour of %j, whose last word may go on', async (q, meant, expected) => {
    const { person } = await makeListener();
    const { results, didYouMean } = await searchAs(person, q);
    expect(didYouMean).toBe(meant);
    expect(results.map(({ snippet }) => snippet).join('\n')).toContain(expected);
  });

  test('takes no stop word for a misspelt word', async () => {
    const { person } = await makeListener(['There was a clause.', 'And there was another.']);
    expect(await searchAs(person, 'theme')).toMatchObject({ results: [], didYouMean: null });
  });

  test('of several neighbours takes the closest, then the most frequent', async () => {
    const { person } = await makeListener([
      'A lantern was lit.',
      ...['A cantern of coal.', 'A second cantern came.', 'The third cantern fell.'],
    ]);
    expect((await searchAs(person, 'lanterm was')).didYouMean).toBe('lantern was');
    expect((await searchAs(person, 'hantern was')).didYouMean).toBe('cantern was');
  });

  test('takes filters as words and as parameters', async () => {
    const { person, podcastId } = await makeListener();
    const { person: other } = await makeListener(['Nothing of this is heard by the first.']);
    expect(await snippetsFor(person, 'we from:"Ines" signed')).toEqual([
      'The café in Zürich is where we signed it.',
    ]);
    expect(await snippetsFor(person, 'vendor', { speaker: 'ines' })).toEqual([]);
    expect(await snippetsFor(person, 'vendor in:law')).toHaveLength(1);
    expect(await snippetsFor(person, 'vendor in:"clause talk"')).toHaveLength(1);
    expect(await snippetsFor(person, 'vendor in:health')).toEqual([]);
    expect(await snippetsFor(person, 'vendor', { podcastId })).toHaveLength(1);
    expect(await snippetsFor(other, 'vendor', { podcastId })).toEqual([]);
    expect(await snippetsFor(person, 'vendor', { kind: 'episode' })).toEqual([]);
  });

  test('takes dates as words and as parameters', async () => {
    const publishedAt = new Date('2026-10-15T12:00:00Z');
    const { person } = await makeListener(SENTENCES, {}, { publishedAt });
    expect(await snippetsFor(person, 'vendor after:2026-10')).toHaveLength(1);
    expect(await snippetsFor(person, 'vendor after:2026-10-16')).toEqual([]);
    expect(await snippetsFor(person, 'vendor before:2026-10-16 after:2026')).toHaveLength(1);
    expect(await snippetsFor(person, 'vendor', { before: '2026-10' })).toEqual([]);
    expect(await snippetsFor(person, 'vendor', { after: '2026-10-15' })).toHaveLength(1);
    const noon = '2026-10-15T12:00:00.000Z';
    expect(await snippetsFor(person, 'vendor', { after: noon })).toHaveLength(1);
    expect(await snippetsFor(person, 'vendor', { before: noon })).toEqual([]);
  });

  test("accepts any text, and never finds other users' data", async () => {
    const { person } = await makeListener();
    await makeSpoken(['A stranger speaks of pay and of a clause.']);
    for (const q of HOSTILE_TEXTS) {
      const { results } = await searchAs(person, q);
      expect(results.every(({ podcastTitle }) => podcastTitle === 'Clause Talk')).toBe(true);
    }
  });

  test('goes on page by page, and gives nothing twice', async () => {
    const sentences = Array.from(
      { length: 300 },
      (_, index) => `The quorum of meeting ${index} was met with ${'many '.repeat(30)}people.`,
    );
    const { person } = await makeListener(sentences);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await searchAs(person, 'quorum', cursor === '' ? {} : { cursor });
      seen.push(...page.results.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen.length).toBeGreaterThan(40);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
