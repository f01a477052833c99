/** What an import doesn't touch: other readers, secrets, the limits of an account. */
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  EPISODE_MAX_SECONDS,
  FOLLOW_UPS_MAX,
  IMPORTED_DAYS_MAX,
  IMPORTED_GRADES_MAX,
  OWN_PODCASTS_EVER_MAX,
} from '../../../schema/limits.ts';
import { insights } from '../../../schema/tables/insights.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import { ownPodcasts } from '../../../schema/tables/own-podcasts.ts';
import { reviewDays, reviewGrades } from '../../../schema/tables/review.ts';
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import type { PositionsReply } from '../../../schema/wire/listening.ts';
import {
  accountOf,
  IMPORTS,
  importInto,
  makeRichAccount,
  silentEnv,
} from '../../support/account-imports.ts';
import { fillAccount } from '../../support/exports.ts';
import { makePerson } from '../../support/people.ts';
import {
  db,
  episodesOf,
  makeEpisode,
  makeOwnPodcast,
  makePodcast,
} from '../../support/podcasts.ts';

/** What all tests import, each into an account of its own. */
let account: AccountDocument;
beforeAll(async () => {
  account = await accountOf(await makeRichAccount());
});

test('the file tells for information what an import cannot bring back, and never a secret', async () => {
  const person = await makeRichAccount();
  const { forInformation } = await accountOf(person);
  expect(forInformation).toMatchObject({
    brief: null,
    feeds: [{ kind: 'digests' }],
    sessions: [{}],
    accessTokens: [{ scopes: ['read'], expiresAt: null }],
  });
  const written = JSON.stringify(forInformation);
  expect(written).not.toMatch(/dripcast_|[\da-f]{64}|https?:/);
  const other = await makePerson(silentEnv);
  await importInto(other, await accountOf(person));
  expect((await accountOf(other)).forInformation).toMatchObject({ feeds: [], accessTokens: [] });
});

test('an import writes nothing into what others read', async () => {
  const [person, stranger] = [await makePerson(silentEnv), await makePerson(silentEnv)];
  const podcast = await makePodcast({ title: 'Shared' });
  const episode = await makeEpisode(podcast.id, { title: 'Real' });
  const { insightId } = await fillAccount(stranger);
  const [forged, shared] = [account.episodes[0], account.podcasts[0]];
  if (!forged || !shared) throw new Error('the account is empty');
  await importInto(person, {
    ...account,
    podcasts: [{ ...shared, id: podcast.id, feedUrl: podcast.feedUrl, title: 'Forged' }],
    episodes: [
      { ...forged, podcastId: podcast.id, guid: episode.guid, title: 'Forged' },
      {
        ...forged,
        id: crypto.randomUUID(),
        podcastId: podcast.id,
        guid: 'new',
        title: 'Forged',
        link: 'javascript:alert(1)',
        audioUrl: 'file:///etc/passwd',
      },
    ],
    savedInsights: [
      {
        id: insightId,
        episodeId: forged.id,
        insight: 'Forged',
        userNotes: null,
        tags: [],
        generatedAt: new Date().toISOString(),
      },
    ],
  });
  expect((await episodesOf(podcast.id)).map(({ title }) => title)).toEqual(['Real']);
  const theirs = await db.select().from(savedInsights);
  expect(theirs.find(({ id }) => id === insightId)?.userId).toBe(stranger.id);
  const came = await accountOf(person);
  expect(came.savedInsights).toMatchObject([{ insight: 'Forged', episodeId: episode.id }]);
  expect(came.podcasts.find(({ id }) => id === podcast.id)?.title).toBe('Shared');
});

test('an import is the same whether or not others have added its unlisted feeds', async () => {
  const stranger = await makePerson(silentEnv);
  const added = await makeOwnPodcast(stranger.id);
  const { guid } = await makeEpisode(added.id, { title: 'Of the feed' });
  const [podcast, episode] = [account.podcasts[0], account.episodes[0]];
  const [saved] = account.savedInsights;
  if (!podcast || !episode || !saved) throw new Error('the account is empty');
  const importWith = async (feedUrl: string) => {
    const person = await makePerson(silentEnv);
    const [podcastId, episodeId] = [crypto.randomUUID(), crypto.randomUUID()];
    const state = await importInto(person, {
      ...account,
      podcasts: [{ ...podcast, id: podcastId, feedUrl, isListed: false, own: null }],
      episodes: [{ ...episode, id: episodeId, podcastId, guid }],
      savedInsights: [{ ...saved, id: crypto.randomUUID(), episodeId }],
      digests: [],
    });
    const came = await accountOf(person);
    const isKept = came.podcasts[0]?.id === podcastId && came.episodes[0]?.id === episodeId;
    return {
      added: state.added,
      left: state.left,
      isKept,
      podcasts: came.podcasts.map(({ title, isListed, isPrivate }) => ({
        title,
        isListed,
        isPrivate,
      })),
      episodes: came.episodes.map(({ title }) => title),
      insights: came.savedInsights.length,
    };
  };
  const unknown = await importWith(`https://nobody.test/${crypto.randomUUID()}`);
  expect(await importWith(added.feedUrl)).toEqual(unknown);
  expect(unknown).toMatchObject({ isKept: true, podcasts: [{ title: podcast.title }] });
});

test('an import does not bring back what the operator has removed', async () => {
  const person = await makePerson(silentEnv);
  const { feedUrl } = await makePodcast({ isListed: false, removedAt: new Date() });
  const [podcast] = account.podcasts;
  if (!podcast) throw new Error('the account is empty');
  await importInto(person, { ...account, podcasts: [{ ...podcast, feedUrl }], digests: [] });
  expect((await accountOf(person)).podcasts).toEqual([]);
});

test('an import keeps the limits of an account', async () => {
  const person = await makePerson(silentEnv);
  const [podcast] = account.podcasts;
  if (!podcast) throw new Error('the account is empty');
  const podcasts = Array.from({ length: 60 }, (_, index) => ({
    ...podcast,
    id: crypto.randomUUID(),
    feedUrl: `https://many.test/${person.id}/${index}`,
    subscribedAt: new Date().toISOString(),
  }));
  await importInto(person, { ...account, podcasts });
  const { podcasts: kept } = await accountOf(person);
  expect(kept.filter(({ subscribedAt }) => subscribedAt !== null)).toHaveLength(50);
});

test.each([
  ['podcasts of its own', false],
  ['episodes that shared podcasts lack', true],
])('an import of %s keeps the number of podcasts that an account ever has', async (_, isShared) => {
  const person = await makePerson(silentEnv);
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
      WHERE n < ${OWN_PODCASTS_EVER_MAX - 1})
    INSERT INTO podcasts (id, title, host, description, category, feed_url, is_listed, created_at)
    SELECT ${person.id} || n, 't', 'h', 'd', 'HR', 'https://ever.test/' || ${person.id} || n, 0, 0
    FROM numbers`);
  await db.run(sql`
    INSERT INTO own_podcasts (user_id, podcast_id, category, removed_at, created_at)
    SELECT ${person.id}, id, 'HR', 1, 1 FROM podcasts WHERE id LIKE ${`${person.id}%`}`);
  const [podcast, episode] = [account.podcasts[0], account.episodes[0]];
  if (!podcast || !episode) throw new Error('the account is empty');
  const podcasts = await Promise.all(
    Array.from({ length: 3 }, async (_, index) => {
      const shared = isShared && (await makePodcast());
      const feedUrl = shared ? shared.feedUrl : `https://ever.test/${person.id}/${index}`;
      const id = shared ? shared.id : crypto.randomUUID();
      return { ...podcast, id, feedUrl, subscribedAt: new Date().toISOString() };
    }),
  );
  const episodes = podcasts.map(({ id: podcastId }) => {
    const id = crypto.randomUUID();
    return { ...episode, podcastId, id, guid: id };
  });
  await importInto(person, { ...account, podcasts, episodes: isShared ? episodes : [] });
  expect(await db.$count(ownPodcasts, eq(ownPodcasts.userId, person.id))).toBe(
    OWN_PODCASTS_EVER_MAX,
  );
});

test('an import keeps the number of questions in a conversation', async () => {
  const person = await makePerson(silentEnv);
  const [conversation] = account.conversations;
  if (!conversation) throw new Error('the account is empty');
  const { createdAt } = conversation;
  const many = () =>
    Array.from({ length: FOLLOW_UPS_MAX - 50 }, () => {
      return { id: crypto.randomUUID(), question: 'Why?', answer: 'So.', createdAt };
    });
  for (const followUps of [many(), many()]) {
    await importInto(person, { ...account, conversations: [{ ...conversation, followUps }] });
  }
  const [came] = (await accountOf(person)).conversations;
  expect(came?.followUps).toHaveLength(FOLLOW_UPS_MAX);
});

test('an import adds no more grades and days of a review than anybody has', async () => {
  const person = await makePerson(silentEnv);
  await importInto(person, account);
  const [item] = account.reviewItems;
  if (!item) throw new Error('the account is empty');
  const ofPerson = eq(reviewGrades.userId, person.id);
  const left = IMPORTED_GRADES_MAX - 1 - (await db.$count(reviewGrades, ofPerson));
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${left})
    INSERT INTO review_grades (user_id, item_id, grade_id, rating, at, day)
    SELECT ${person.id}, ${item.id}, ${person.id} || n, 3, n, 1000000 + n FROM numbers`);
  const grades = [1, 2, 3].map((day) => {
    return { gradeId: crypto.randomUUID(), rating: 3, at: item.createdAt, day };
  });
  const reviewDays = Array.from({ length: IMPORTED_DAYS_MAX + 5 }, (_, day) => {
    return { day, isKept: true, takeaway: null };
  });
  await importInto(person, { ...account, reviewItems: [{ ...item, grades }], reviewDays });
  expect(await db.$count(reviewGrades, ofPerson)).toBe(IMPORTED_GRADES_MAX);
  expect((await accountOf(person)).reviewDays).toHaveLength(IMPORTED_DAYS_MAX);
});

test('an import leaves out questions that no quiz could ask again', async () => {
  const person = await makePerson(silentEnv);
  const [question] = account.quizQuestions;
  if (!question) throw new Error('the account is empty');
  const other = (fields: Partial<typeof question>) => ({ ...question, ...fields });
  const quizQuestions = [
    question,
    other({ question: 'Of two?', options: question.options.slice(0, 2), correctAnswerIndex: 1 }),
    other({ question: 'Of none?', correctAnswerIndex: 4 }),
    other({ question: 'Of nothing?', options: ['a', 'b', 'c', ''] }),
    other({ question: '' }),
  ];
  await importInto(person, { ...account, reviewItems: [], quizQuestions });
  const came = (await accountOf(person)).quizQuestions;
  expect(came.map((one) => one.question)).toEqual([question.question]);
});

test('an import leaves no insight behind when the account is deleted', async () => {
  const person = await makePerson(silentEnv);
  const [insight] = account.generatedInsights;
  if (!insight) throw new Error('the account is empty');
  const generatedInsights = ['one', 'other'].map((model) => ({ ...insight, model }));
  await importInto(person, { ...account, generatedInsights });
  const ofPerson = eq(insights.profileKey, `import ${person.id}`);
  expect(await db.$count(insights, ofPerson)).toBe(1);
  await person.send('DELETE', '/api/user', {});
  expect(await db.$count(insights, ofPerson)).toBe(0);
});

test('an import cuts texts that are longer than any of the product', async () => {
  const person = await makePerson(silentEnv);
  const [podcast, episode, moment] = [account.podcasts[0], account.episodes[0], account.moments[0]];
  if (!podcast || !episode || !moment) throw new Error('the account is empty');
  const long = 'x'.repeat(150_000);
  const [id, episodeId] = [crypto.randomUUID(), crypto.randomUUID()];
  const feedUrl = `https://long.test/${id}`;
  const emptied = { savedInsights: [], generatedInsights: [], conversations: [], positions: [] };
  await importInto(person, {
    ...account,
    ...emptied,
    ...{ sources: [], reviewItems: [], quizQuestions: [], digests: [], reviewDays: [] },
    podcasts: [{ ...podcast, id, feedUrl, title: long, host: long }],
    episodes: [{ ...episode, id: episodeId, podcastId: id, guid: 'long', title: long }],
    moments: [{ ...moment, id: crypto.randomUUID(), episodeId, note: long, speaker: long }],
  });
  const page = await (await person.ask('/api/user/moments')).text();
  expect(page.length).toBeLessThan(30_000);
});

const ANCIENT = '0001-01-01T00:00:00Z';
const FAR_OFF = '9999-12-31T23:59:59Z';

test('lists of what happened before 1970, as a file says, can be paged through', async () => {
  const person = await makePerson(silentEnv);
  const many = <Row extends object>(row: Row | undefined, more: (index: number) => object) =>
    Array.from({ length: 120 }, (_, index) => ({
      ...(row as Row),
      id: crypto.randomUUID(),
      ...more(index),
    }));
  await importInto(person, {
    ...account,
    savedInsights: many(account.savedInsights[0], (index) => ({
      insight: `Insight ${index}`,
      generatedAt: ANCIENT,
    })),
    conversations: many(account.conversations[0], () => ({ createdAt: ANCIENT })),
    moments: many(account.moments[0], (startSeconds) => ({ startSeconds, createdAt: ANCIENT })),
  });
  for (const path of ['insights', 'chat-sessions', 'moments']) {
    const first = await person.ask(`/api/user/${path}`);
    const { nextCursor } = await first.json<{ nextCursor: string }>();
    expect((await person.ask(`/api/user/${path}?cursor=${nextCursor}`)).status, path).toBe(200);
  }
});

test('nothing that a file puts into the future keeps the reader from going on', async () => {
  const person = await makePerson(silentEnv);
  const future = { rating: 1, at: FAR_OFF, day: 100_000 };
  await importInto(person, {
    ...account,
    positions: account.positions.map((row) => ({ ...row, seconds: 1e308, at: FAR_OFF })),
    reviewItems: account.reviewItems.map((row) => ({
      ...row,
      grades: [{ ...future, gradeId: crypto.randomUUID() }],
    })),
    reviewDays: [{ day: 100_000, isKept: true, takeaway: null }],
  });
  expect(await db.$count(reviewGrades, eq(reviewGrades.userId, person.id))).toBe(0);
  expect(await db.$count(reviewDays, eq(reviewDays.userId, person.id))).toBe(0);
  const positionsNow = async () =>
    (await (await person.ask('/api/user/positions')).json<PositionsReply>()).positions;
  const [before] = await positionsNow();
  expect(before?.seconds).toBe(EPISODE_MAX_SECONDS);
  const at = new Date(Date.now() + 1_000).toISOString();
  await person.send('PUT', `/api/user/positions/${before?.episodeId}`, { seconds: 5, at });
  expect((await positionsNow())[0]?.seconds).toBe(5);
});

test('an import has no characters that other texts may not have', async () => {
  const person = await makePerson(silentEnv);
  const odd = 'a\0b\ud800';
  const insight = account.savedInsights[0];
  if (!insight) throw new Error('the account is empty');
  await importInto(person, {
    ...account,
    savedInsights: [
      { ...insight, id: crypto.randomUUID(), insight: odd, userNotes: odd, tags: [odd] },
    ],
    content: { content: odd, updatedAt: FAR_OFF },
  });
  const [saved] = await db.select().from(savedInsights).where(eq(savedInsights.userId, person.id));
  expect(saved).toMatchObject({ insight: 'ab\ufffd', userNotes: 'ab\ufffd', tags: ['ab\ufffd'] });
  const content = await person.ask('/api/content');
  expect(await content.json()).toMatchObject({ content: 'ab\ufffd' });
});

test.each([
  ['no document', {}],
  ['another format', { format: 'elsewhere', version: 1 }],
])('%s is refused as an account', async (_, body) => {
  const person = await makePerson(silentEnv);
  expect((await person.send('POST', IMPORTS, body)).status).toBe(400);
});
