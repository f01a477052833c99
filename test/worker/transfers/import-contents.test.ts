/** What an imported account holds afterwards. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { FOLLOW_UPS_MAX } from '../../../schema/limits.ts';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { ownPodcasts } from '../../../schema/tables/own-podcasts.ts';
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import { splitAccount } from '../../../schema/wire/account-parts.ts';
import {
  accountOf,
  countOf,
  importInto,
  importParts,
  makeRichAccount,
  silentEnv,
  sortedAccount,
  withFirstIds,
} from '../../support/account-imports.ts';
import { makePerson } from '../../support/people.ts';
import { db, makeEpisode, makeOwnPodcast, makePodcast, subscribe } from '../../support/podcasts.ts';
import { REVIEWS } from '../../support/reviews.ts';
import { addSource, pricing } from '../../support/sources.ts';

test('an import into an empty account gives the same, and a second one adds nothing', async () => {
  const [person, other] = [await makeRichAccount(), await makePerson(silentEnv)];
  const account = await accountOf(person);
  for (const list of Object.values(account)) if (Array.isArray(list)) expect(list).not.toEqual([]);
  const first = await importInto(other, account);
  expect(first.left).toBe(0);
  expect(first.added).toMatchObject({
    sources: 1,
    savedInsights: 2,
    conversations: 2,
    moments: 1,
    digests: 1,
  });
  const given = await accountOf(other);
  expect(await withFirstIds(given, other.id, account)).toEqual(sortedAccount(account));
  expect(countOf(await importInto(other, account))).toBe(0);
  expect(countOf(await importInto(other, given))).toBe(0);
  expect(await accountOf(other)).toEqual(given);
  expect(countOf(await importInto(person, account))).toBe(0);
  expect(await accountOf(person)).toEqual(account);
});

test('the longest conversations and addresses come back, too', async () => {
  const [person, other] = [await makePerson(silentEnv), await makePerson(silentEnv)];
  const podcast = await makePodcast();
  const audioUrl = `https://sound.test/${'a'.repeat(4_000)}.mp3`;
  const episode = await makeEpisode(podcast.id, { audioUrl, link: audioUrl, imageUrl: audioUrl });
  const [session] = await db
    .insert(chatSessions)
    .values({ userId: person.id, episodeId: episode.id, remainingFollowUps: 0 })
    .returning();
  for (let index = 0; index < FOLLOW_UPS_MAX; index += 1) {
    await db
      .insert(chatFollowUps)
      .values({ sessionId: session?.id ?? '', question: `Why ${index}?`, answer: 'So.' });
  }
  const account = await accountOf(person);
  expect(account.conversations[0]?.followUps).toHaveLength(FOLLOW_UPS_MAX);
  await importInto(other, account);
  const sessionId = (await accountOf(other)).conversations[0]?.id ?? '';
  expect(await db.$count(chatFollowUps, eq(chatFollowUps.sessionId, sessionId))).toBe(
    FOLLOW_UPS_MAX,
  );
});

test('an import after the account was deleted gives the same ids', async () => {
  const person = await makeRichAccount();
  const account = await accountOf(person);
  expect((await person.send('DELETE', '/api/user', {})).status).toBe(200);
  const other = await makePerson(silentEnv);
  await importInto(other, account);
  expect(sortedAccount(await accountOf(other))).toEqual(sortedAccount(account));
});

test('what an import brought is shown where it belongs', async () => {
  const [person, other] = [await makeRichAccount(), await makePerson(silentEnv)];
  await importInto(other, await accountOf(person));
  const library = await (await other.ask('/api/user/insights')).text();
  expect(library).toContain('Prices rose in Raising prices.');
  expect(await (await other.ask('/api/user/chat-sessions')).text()).toContain('Because of demand.');
  expect(await (await other.ask('/api/user/moments')).text()).toContain('mine');
  expect(await (await other.ask(`${REVIEWS}/due`)).status).toBe(200);
  expect(await (await other.ask('/api/content')).text()).toContain('My text');
});

test('an account from elsewhere brings its podcasts along, to this reader alone', async () => {
  const [person, other, stranger] = [
    await makeRichAccount(),
    await makePerson(silentEnv),
    await makePerson(silentEnv),
  ];
  const here = await accountOf(person);
  const ids = new Map<string, string>();
  const elsewhere: AccountDocument = JSON.parse(
    JSON.stringify(here)
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\.xml)/g, (id) => {
        const renamed = ids.get(id) ?? crypto.randomUUID();
        ids.set(id, renamed);
        return renamed;
      })
      .replaceAll('127.0.0.1:9/', `127.0.0.1:9/${crypto.randomUUID()}/`),
  );
  const { left } = await importInto(other, elsewhere);
  expect(left).toBe(0);
  const came = await accountOf(other);
  expect(came.podcasts.every(({ isPrivate, isListed }) => isPrivate && !isListed)).toBe(true);
  expect(sortedAccount(came).savedInsights).toEqual(sortedAccount(elsewhere).savedInsights);
  expect(came.conversations.length).toBe(elsewhere.conversations.length);
  const [episode] = came.episodes;
  const path = `/api/podcasts/episodes/${episode?.id}`;
  expect((await other.ask(path)).status).toBe(200);
  expect((await stranger.ask(path)).status).toBe(404);
  expect(countOf(await importInto(other, elsewhere))).toBe(0);
});

test("an import keeps the reader's own podcasts, those removed, and how review is set", async () => {
  const [person, other] = [await makePerson(silentEnv), await makePerson(silentEnv)];
  const [kept, removed] = [await makeOwnPodcast(person.id), await makeOwnPodcast(person.id)];
  await db
    .update(ownPodcasts)
    .set({ removedAt: new Date(2e12) })
    .where(eq(ownPodcasts.podcastId, removed.id));
  await subscribe(person.id, kept.id);
  const { id: episodeId } = await makeEpisode(removed.id, { youtubeVideoId: 'abcdefghijk' });
  await person.send('POST', '/api/user/insights', { episodeId, insight: 'Kept.' });
  await person.send('PUT', '/api/user/reviews/settings', { isOn: false });
  const { id: sourceId } = await addSource(person, pricing({ author: null, publishedAt: null }));
  const account = await accountOf(person);
  await importInto(other, account);
  const copy = await accountOf(other);
  const ownOf = ({ podcasts }: typeof account) =>
    podcasts.map(({ feedUrl, own }) => [feedUrl, own]).toSorted();
  expect(ownOf(copy)).toEqual(ownOf(account));
  expect(copy.podcasts.find(({ feedUrl }) => feedUrl === removed.feedUrl)?.own?.removedAt).toBe(
    new Date(2e12).toISOString(),
  );
  expect(copy.reviewSettings).toMatchObject({ isOn: false });
  expect(copy.episodes).toMatchObject([{ youtubeVideoId: 'abcdefghijk' }]);
  expect(account.sources).toMatchObject([{ id: sourceId, author: null, publishedAt: null }]);
  expect(copy.sources).toMatchObject([{ author: null, publishedAt: null }]);
});

test('an import in parts gives the same', async () => {
  const [person, other] = [await makeRichAccount(), await makePerson(silentEnv)];
  const account = await accountOf(person);
  const [saved] = account.savedInsights;
  if (!saved) throw new Error('the account is empty');
  const many: AccountDocument = {
    ...account,
    savedInsights: Array.from({ length: 60 }, (_, index) => ({
      ...saved,
      id: crypto.randomUUID(),
      insight: `${index} ${'word '.repeat(8_000)}`,
    })),
    reviewItems: [],
  };
  const parts = [...splitAccount(many)];
  expect(parts.length).toBeGreaterThan(2);
  const { added } = await importParts(other, parts);
  expect(added.savedInsights).toBe(60);
  expect((await accountOf(other)).savedInsights).toHaveLength(60);
});
