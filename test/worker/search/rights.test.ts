import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { searchChanges } from '../../../schema/tables/search.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe } from '../../support/podcasts.ts';
import { index, makeSpoken, searchAs, snippetsFor } from '../../support/search.ts';

/** A word nobody else says. */
const makeWord = () => `zq${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}uvx`;

type Save = (owner: Person, episodeId: string, text: string) => Promise<void>;

const saveInsight: Save = async (owner, episodeId, text) => {
  const reply = await owner.send('POST', '/api/user/insights', { episodeId, insight: text });
  const { id } = await reply.json<{ id: string }>();
  await index(['insight', id]);
};

const saveNote: Save = async (owner, episodeId, text) => {
  const insight = `Something to note down ${crypto.randomUUID()}`;
  const reply = await owner.send('POST', '/api/user/insights', { episodeId, insight });
  const { id } = await reply.json<{ id: string }>();
  await owner.send('PUT', `/api/user/insights/${id}`, { userNotes: text });
  await index(['insight', id]);
};

const saveChat: Save = async (owner, episodeId, text) => {
  const sessionId = crypto.randomUUID();
  await db
    .insert(chatSessions)
    .values({ id: sessionId, userId: owner.id, episodeId, remainingFollowUps: 9 });
  await db.insert(chatFollowUps).values({ sessionId, question: 'What was it?', answer: text });
  await index(['chat', sessionId]);
};

const saveText: Save = async (owner, _, text) => {
  await owner.send('POST', '/api/content', { content: text });
  await index(['text', owner.id]);
};

const PRIVATE: [kind: string, save: Save][] = [
  ['insight', saveInsight],
  ['note', saveNote],
  ['chat', saveChat],
  ['text', saveText],
];

describe.each(PRIVATE)('a row of kind %s', (kind, save) => {
  test('is found by its owner and by nobody else', async () => {
    const [owner, stranger] = await Promise.all([makePerson(), makePerson()]);
    const { id: podcastId } = await makePodcast();
    const { id: episodeId } = await makeEpisode(podcastId);
    // Other subscribers of a podcast see its episodes, and nothing that users make of them.
    await subscribe(owner.id, podcastId);
    await subscribe(stranger.id, podcastId);
    const word = makeWord();
    await save(owner, episodeId, `The plan is ${word} and nothing else.`);

    const { results } = await searchAs(owner, word);
    expect(results.map((result) => [result.kind, result.snippet])).toEqual([
      [kind, `The plan is ${word} and nothing else.`],
    ]);
    const misspelt = `${word.slice(0, -1)}z`;
    for (const q of [word, word.slice(0, 5), `"${word}"`, misspelt, `plan ${word}`]) {
      const narrowed: Record<string, string>[] = [{}, { kind }, { podcastId }];
      for (const filters of narrowed) {
        expect(await searchAs(stranger, q, filters)).toEqual({
          results: [],
          nextCursor: null,
          didYouMean: null,
        });
      }
    }
  });

  test('leaves nothing behind when its owner deletes the account', async () => {
    const owner = await makePerson();
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    const word = makeWord();
    await save(owner, episodeId, `The plan is ${word}.`);
    expect(await countTraces(word)).toBeGreaterThan(0);
    await owner.send('DELETE', '/api/user', {});
    expect(await countTraces(word)).toBe(0);
  });
});

/** The index rows that contain a word. */
async function countTraces(word: string): Promise<number> {
  const count = await env.SEARCH.prepare(
    `SELECT (SELECT count(*) FROM passages WHERE sentences LIKE '%' || ?1 || '%')
      + (SELECT count(*) FROM private_index WHERE private_index MATCH ?1)
      + (SELECT count(*) FROM shared_index WHERE shared_index MATCH ?1)
      + (SELECT count(*) FROM words WHERE word = ?1) AS count`,
  )
    .bind(word)
    .first<number>('count');
  return count ?? -1;
}

describe('what was said in an episode', () => {
  test('is found by subscribers of its podcast, until they unsubscribe', async () => {
    const [listener, stranger] = await Promise.all([makePerson(), makePerson()]);
    const word = makeWord();
    const { podcastId } = await makeSpoken([`They call it ${word} here.`]);
    await subscribe(listener.id, podcastId);
    expect(await snippetsFor(listener, word)).toHaveLength(1);
    expect(await snippetsFor(stranger, word)).toEqual([]);
    expect(await searchAs(stranger, `${word.slice(0, -1)}z`)).toMatchObject({ didYouMean: null });
    await listener.ask(`/api/podcasts/${podcastId}/subscribe`, { method: 'DELETE' });
    expect(await snippetsFor(listener, word)).toEqual([]);
  });

  test('is found by who has had the episode, without its neighbours', async () => {
    const person = await makePerson();
    const word = makeWord();
    const had = await makeSpoken([`They call it ${word} here.`]);
    const { id: otherId } = await makeEpisode(had.podcastId, { title: `Also ${word}` });
    await index(['episode', otherId]);
    await db
      .insert(chatSessions)
      .values({ userId: person.id, episodeId: had.episodeId, remainingFollowUps: 10 });
    const { results } = await searchAs(person, word);
    expect(results.map(({ episodeId }) => episodeId)).toEqual([had.episodeId]);
  });

  test('goes with its episode, with nothing left behind', async () => {
    const word = makeWord();
    const { episodeId } = await makeSpoken(
      [`They call it ${word} here.`],
      {},
      { title: `On ${word}` },
    );
    expect(await countTraces(word)).toBeGreaterThan(0);
    await env.DB.prepare('DELETE FROM episodes WHERE id = ?').bind(episodeId).run();
    const noted = await db.select().from(searchChanges);
    const changes = noted.filter(({ sourceId }) => sourceId === episodeId);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['transcript', 'episode']));
    await index(...changes.map(({ kind }): [typeof kind, string] => [kind, episodeId]));
    expect(await countTraces(word)).toBe(0);
  });
});
