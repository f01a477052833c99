import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { accountImports } from '../../../schema/tables/account-imports.ts';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { contents } from '../../../schema/tables/content.ts';
import { digests } from '../../../schema/tables/digest.ts';
import { generations, insights } from '../../../schema/tables/insights.ts';
import { leases } from '../../../schema/tables/jobs.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import { moments, positions } from '../../../schema/tables/listening.ts';
import { reviewDays } from '../../../schema/tables/review.ts';
import {
  type AccountDocument,
  accountDocumentSchema,
} from '../../../schema/wire/account-document.ts';
import type { AccountImport, AccountImportsReply } from '../../../schema/wire/account-imports.ts';
import { splitAccount } from '../../../schema/wire/account-parts.ts';
import { LEASE_SECONDS } from '../../../worker/platform/leases.ts';
import {
  deleteExpiredImports,
  IMPORT_FAILED,
  sendLostAccountImportsAgain,
} from '../../../worker/transfers/import-store.ts';
import { derivedId } from '../../../worker/transfers/import-values.ts';
import { makeToken } from '../../support/access-tokens.ts';
import { rejectingDatabase } from '../../support/databases.ts';
import { exportOf, filesIn, fillAccount } from '../../support/exports.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, episodesOf, makeEpisode, makePodcast } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';
import { askQuestions, REVIEWS } from '../../support/reviews.ts';
import { addSource, PRICING, sourceOf, sourcesOf } from '../../support/sources.ts';

/** Queues deliver only what a test delivers. */
const silent = recordingQueue().queue;
const own: Env = {
  ...env,
  TRANSFER_QUEUE: silent as unknown as Env['TRANSFER_QUEUE'],
  REFRESH_QUEUE: silent,
};
const IMPORTS = '/api/user/imports';

async function accountOf(person: Person): Promise<AccountDocument> {
  const text = filesIn(await exportOf(person, ['json']))['JSON/dripcast-account.json'] ?? '';
  return accountDocumentSchema.parse(JSON.parse(text));
}

async function upload(person: Person, parts: AccountDocument[]): Promise<string> {
  const [first, ...rest] = parts;
  const begun = await person.send('POST', `${IMPORTS}?parts=${parts.length}`, first);
  expect(begun.status).toBe(202);
  const { id } = await begun.json<AccountImport>();
  for (const [at, part] of rest.entries()) {
    expect((await person.send('PUT', `${IMPORTS}/${id}?part=${at + 2}`, part)).status).toBe(202);
  }
  return id;
}

const stateOf = async (person: Person, id: string) =>
  (await person.ask(`${IMPORTS}/${id}`)).json<AccountImport>();

const deliverImport = (id: string, bindings: Env = own, attempts = 1) =>
  deliver('dripcast-transfers', [{ body: { accountImportId: id }, attempts }], bindings);

/** Uploads the parts, and imports one with each message. */
async function importParts(person: Person, parts: AccountDocument[]): Promise<AccountImport> {
  const id = await upload(person, parts);
  for (const _ of parts) expect((await deliverImport(id)).acked).toEqual(['m0']);
  const state = await stateOf(person, id);
  expect(state).toMatchObject({ status: 'done', progress: 100, error: null });
  expect(await filesOf(person)).toEqual([]);
  return state;
}

const importInto = (person: Person, account: AccountDocument) => importParts(person, [account]);

const filesOf = async (person: Person) =>
  (await env.TRANSCRIPTS.list({ prefix: `imports/${person.id}/` })).objects.map(({ key }) => key);

const countOf = ({ added }: AccountImport) =>
  Object.values(added).reduce((total, count) => total + count, 0);

/** An account with something in each part of the document. */
async function makeRichAccount(): Promise<Person> {
  const person = await makePerson(own);
  const { episode, insightId } = await fillAccount(person);
  const source = await addSource(person);
  const insight = { episodeId: source.id, insight: 'Rent rose by nine percent. [¶ 2]' };
  await person.send('POST', '/api/user/insights', insight);
  await makeToken(person, ['read']);
  await person.send('POST', '/api/user/feeds/digests');
  const userId = person.id;
  const profile = { industry: 'HR', role: 'lead', goals: 'more', linkedinUrl: null, email: null };
  await person.send('PUT', '/api/user/profile', profile);
  await db.insert(contents).values({ userId, content: 'My text', updatedAt: new Date() });
  const [about] = await db
    .insert(chatSessions)
    .values({ userId, episodeId: null, remainingFollowUps: 9 })
    .returning();
  const answer = `So. [0:10](/tools?episode=${episode.id}&at=10)`;
  await db.insert(chatFollowUps).values({ sessionId: about?.id ?? '', question: 'Who?', answer });
  const momentId = crypto.randomUUID();
  const [episodeId, day] = [episode.id, 20_000];
  await db.insert(moments).values({
    ...{ id: momentId, userId, episodeId, startSeconds: 10.5, endSeconds: 14, note: 'mine' },
    ...{ text: 'Prices rose.', speaker: 'Ada' },
  });
  await db.insert(positions).values({ userId, episodeId, seconds: 99.5, at: new Date() });
  const {
    asked: [question],
  } = await askQuestions(person, 2);
  for (const source of [
    { kind: 'insight', sourceId: insightId },
    { kind: 'question', sourceId: question?.id },
  ]) {
    const item = await (await person.send('POST', REVIEWS, source)).json<{ id: string }>();
    await person.send('POST', `${REVIEWS}/${item.id}/grades`, {
      ...{ gradeId: crypto.randomUUID(), rating: 3, at: new Date().toISOString() },
    });
  }
  const takeaway = { episodeId, text: 'Prices rose.', speaker: null, seconds: 10, because: null };
  await db.insert(reviewDays).values({ userId, day, isKept: true, takeaway });
  await person.send('PUT', `${REVIEWS}/settings`, { itemsPerDay: 30 });
  const quizId = crypto.randomUUID();
  const quiz = { score: 3, totalQuestions: 5, quizId, answers: [] };
  expect((await person.send('POST', '/api/quiz/submit', quiz)).status).toBe(201);
  await db.insert(digests).values({
    ...{ userId, title: 'Your week', periodStart: new Date(1), periodEnd: new Date(2) },
    digest: `[0:10](/tools?episode=${episodeId}&at=10)`,
    episodes: [{ id: episodeId, title: 'x', podcastTitle: 'y', publishedAt: null }],
  });
  const [generated] = await db
    .insert(insights)
    .values({ episodeId, kind: 'embedded', model: 'm', profileKey: userId, insight: 'Gist.' })
    .returning();
  await db.insert(generations).values({
    ...{ userId, episodeId, status: 'done', isCharged: true, takenAt: new Date(5) },
    insightId: generated?.id ?? '',
  });
  return person;
}

const LISTS = [
  ...([
    'podcasts',
    'episodes',
    'sources',
    'savedInsights',
    'conversations',
    'moments',
    'reviewItems',
  ] as const),
  ...(['quizResults', 'digests'] as const),
];

/** The document as it was before an import gave rows other ids. */
async function withFirstIds(
  account: AccountDocument,
  userId: string,
  first: AccountDocument,
): Promise<AccountDocument> {
  let text = JSON.stringify(account);
  for (const list of LISTS) {
    for (const { id } of first[list]) text = text.replaceAll(await derivedId(userId, id), id);
  }
  for (const { id } of first.conversations.flatMap(({ followUps }) => followUps)) {
    text = text.replaceAll(await derivedId(userId, id), id);
  }
  return sorted(JSON.parse(text));
}

function sorted(account: AccountDocument): AccountDocument {
  const copy = structuredClone(account);
  for (const list of LISTS) copy[list].sort((one, other) => (one.id < other.id ? -1 : 1));
  return { ...copy, profile: { ...copy.profile, username: '' }, forInformation: null };
}

describe('importing an account', () => {
  test('into an empty one gives the same, and twice adds nothing', async () => {
    const [person, other] = [await makeRichAccount(), await makePerson(own)];
    const account = await accountOf(person);
    for (const list of Object.values(account))
      if (Array.isArray(list)) expect(list).not.toEqual([]);
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
    expect(await withFirstIds(given, other.id, account)).toEqual(sorted(account));
    expect(countOf(await importInto(other, account))).toBe(0);
    expect(countOf(await importInto(other, given))).toBe(0);
    expect(await accountOf(other)).toEqual(given);
    expect(countOf(await importInto(person, account))).toBe(0);
    expect(await accountOf(person)).toEqual(account);
  });

  test('after the account was deleted gives the same ids', async () => {
    const person = await makeRichAccount();
    const account = await accountOf(person);
    expect((await person.send('DELETE', '/api/user', {})).status).toBe(200);
    const other = await makePerson(own);
    await importInto(other, account);
    expect(sorted(await accountOf(other))).toEqual(sorted(account));
  });

  test('brings sources back with their texts, to this reader alone', async () => {
    const [person, other, stranger] = [
      await makePerson(own),
      await makePerson(own),
      await makePerson(own),
    ];
    const { id } = await addSource(person);
    await person.send('POST', '/api/user/insights', { episodeId: id, insight: 'Nine percent.' });
    const account = await accountOf(person);
    expect(account.podcasts).toEqual([]);
    expect(account.sources).toMatchObject([
      { id, author: 'Mara Lind', text: PRICING.join('\n\n') },
    ]);
    await importInto(other, account);
    const { sources } = await sourcesOf(other);
    const theirs = sources[0]?.id ?? '';
    expect(sources).toMatchObject([{ title: 'What a small clinic charges', kind: 'text' }]);
    expect(theirs).not.toBe(id);
    expect((await sourceOf(other, theirs)).text).toBe(PRICING.join('\n\n'));
    expect((await stranger.ask(`/api/user/sources/${theirs}`)).status).toBe(404);
    expect((await sourceOf(person, id)).text).toBe(PRICING.join('\n\n'));
    const library = await (await other.ask('/api/user/insights')).text();
    expect(library).toContain('Nine percent.');
    // A later part of the same account refers to a source that came with an earlier one.
    const [saved] = account.savedInsights;
    if (!saved) throw new Error('nothing was saved');
    const late = { ...saved, id: crypto.randomUUID(), insight: 'Rent rose.' };
    const later = await importInto(other, { ...account, sources: [], savedInsights: [late] });
    expect(later).toMatchObject({ left: 0, added: { savedInsights: 1 } });
  });

  test('brings a text again that was lost on the way', async () => {
    const [person, other] = [await makePerson(own), await makePerson(own)];
    await addSource(person);
    const account = await accountOf(person);
    const put = vi.spyOn(env.TRANSCRIPTS, 'put').mockRejectedValueOnce(new Error('R2 is away'));
    // The first goes to the part of the file.
    expect((await other.send('POST', IMPORTS, account)).status).toBe(500);
    const id = await upload(other, [account]);
    put.mockRejectedValueOnce(new Error('R2 is away'));
    expect((await deliverImport(id)).retried).toMatchObject([{ id: 'm0' }]);
    put.mockRestore();
    expect((await deliverImport(id, own, 2)).acked).toEqual(['m0']);
    expect(await stateOf(other, id)).toMatchObject({ added: { sources: 1 } });
    const { sources } = await sourcesOf(other);
    expect((await sourceOf(other, sources[0]?.id ?? '')).text).toBe(PRICING.join('\n\n'));
  });

  test('keeps the most sources that one may have, whatever the file holds', async () => {
    const person = await makePerson(own);
    await addSource(person);
    const account = await accountOf(person);
    const [source] = account.sources;
    if (!source) throw new Error('the account is empty');
    const sources = Array.from({ length: 210 }, (_, index) => ({
      ...{ ...source, id: crypto.randomUUID(), text: `Source ${index}` },
    }));
    const other = await makePerson(own);
    expect(await importInto(other, { ...account, sources })).toMatchObject({
      ...{ left: 10, added: { sources: 200 } },
    });
    expect((await sourcesOf(other)).total).toBe(200);
  });

  test('tells for information what it cannot bring back, and never a secret', async () => {
    const person = await makeRichAccount();
    const { forInformation } = await accountOf(person);
    expect(forInformation).toMatchObject({
      ...{ brief: null, feeds: [{ kind: 'digests' }], sessions: [{}] },
      accessTokens: [{ scopes: ['read'], expiresAt: null }],
    });
    const written = JSON.stringify(forInformation);
    expect(written).not.toMatch(/dripcast_|[\da-f]{64}|https?:/);
    const other = await makePerson(own);
    await importInto(other, await accountOf(person));
    expect((await accountOf(other)).forInformation).toMatchObject({ feeds: [], accessTokens: [] });
  });

  test('shows what came in where it belongs', async () => {
    const [person, other] = [await makeRichAccount(), await makePerson(own)];
    await importInto(other, await accountOf(person));
    const library = await (await other.ask('/api/user/insights')).text();
    expect(library).toContain('Prices rose in Raising prices.');
    expect(await (await other.ask('/api/user/chat-sessions')).text()).toContain(
      'Because of demand.',
    );
    expect(await (await other.ask('/api/user/moments')).text()).toContain('mine');
    expect(await (await other.ask(`${REVIEWS}/due`)).status).toBe(200);
    expect(await (await other.ask('/api/content')).text()).toContain('My text');
  });

  test('from elsewhere brings its podcasts along, to this reader alone', async () => {
    const [person, other, stranger] = [
      await makeRichAccount(),
      await makePerson(own),
      await makePerson(own),
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
    expect(sorted(came).savedInsights).toEqual(sorted(elsewhere).savedInsights);
    expect(came.conversations.length).toBe(elsewhere.conversations.length);
    const [episode] = came.episodes;
    const path = `/api/podcasts/episodes/${episode?.id}`;
    expect((await other.ask(path)).status).toBe(200);
    expect((await stranger.ask(path)).status).toBe(404);
    expect(countOf(await importInto(other, elsewhere))).toBe(0);
  });

  test('writes nothing into what others read', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    const podcast = await makePodcast({ title: 'Shared' });
    const episode = await makeEpisode(podcast.id, { title: 'Real' });
    const { insightId } = await fillAccount(stranger);
    const account = await accountOf(await makeRichAccount());
    const [forged, shared] = [account.episodes[0], account.podcasts[0]];
    if (!forged || !shared) throw new Error('the account is empty');
    await importInto(person, {
      ...account,
      podcasts: [{ ...shared, id: podcast.id, feedUrl: podcast.feedUrl, title: 'Forged' }],
      episodes: [
        { ...forged, podcastId: podcast.id, guid: episode.guid, title: 'Forged' },
        {
          ...{ ...forged, id: crypto.randomUUID(), podcastId: podcast.id, guid: 'new' },
          ...{ title: 'Forged', link: 'javascript:alert(1)', audioUrl: 'file:///etc/passwd' },
        },
      ],
      savedInsights: [
        {
          ...{ id: insightId, episodeId: forged.id, insight: 'Forged', userNotes: null, tags: [] },
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

  test('keeps the limits of an account', async () => {
    const person = await makePerson(own);
    const account = await accountOf(await makeRichAccount());
    const [podcast] = account.podcasts;
    if (!podcast) throw new Error('the account is empty');
    const podcasts = Array.from({ length: 60 }, (_, index) => ({
      ...{
        ...podcast,
        id: crypto.randomUUID(),
        feedUrl: `https://many.test/${person.id}/${index}`,
      },
      subscribedAt: new Date().toISOString(),
    }));
    await importInto(person, { ...account, podcasts });
    const { podcasts: kept } = await accountOf(person);
    expect(kept.filter(({ subscribedAt }) => subscribedAt !== null)).toHaveLength(50);
  });

  test.each([
    ['no document', {}],
    ['another format', { format: 'elsewhere', version: 1 }],
  ])('%s is refused', async (_, body) => {
    const person = await makePerson(own);
    expect((await person.send('POST', IMPORTS, body)).status).toBe(400);
  });

  test('in parts gives the same', async () => {
    const [person, other] = [await makeRichAccount(), await makePerson(own)];
    const account = await accountOf(person);
    const [saved] = account.savedInsights;
    if (!saved) throw new Error('the account is empty');
    const many: AccountDocument = {
      ...account,
      savedInsights: Array.from({ length: 60 }, (_, index) => ({
        ...{ ...saved, id: crypto.randomUUID(), insight: `${index} ${'word '.repeat(8_000)}` },
      })),
      reviewItems: [],
    };
    const parts = [...splitAccount(many)];
    expect(parts.length).toBeGreaterThan(2);
    const { added } = await importParts(other, parts);
    expect(added.savedInsights).toBe(60);
    expect((await accountOf(other)).savedInsights).toHaveLength(60);
  });

  test('starts once all parts have come, in their order, each as often as it is sent', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    const account = await accountOf(person);
    const { queue, sent } = recordingQueue();
    const bindings = { ...own, TRANSFER_QUEUE: queue as unknown as Env['TRANSFER_QUEUE'] };
    const other = await makePerson(bindings);
    const begun = await other.send('POST', `${IMPORTS}?parts=3`, account);
    const { id, status } = await begun.json<AccountImport>();
    expect(status).toBe('uploading');
    const put = async (part: number, by = other) =>
      (await by.send('PUT', `${IMPORTS}/${id}?part=${part}`, account)).status;
    expect([await put(3), await put(1), await put(401)]).toEqual([409, 400, 400]);
    expect([await put(2), await put(2), await put(2, stranger)]).toEqual([202, 202, 404]);
    expect(sent).toEqual([]);
    expect([await put(3), await put(3)]).toEqual([202, 202]);
    expect(sent).toEqual([{ accountImportId: id }]);
    expect((await stranger.ask(`${IMPORTS}/${id}`)).status).toBe(404);
    // One at a time, and each message imports one part and sends the next.
    expect((await other.send('POST', IMPORTS, account)).status).toBe(409);
    await deliverImport(id, bindings);
    expect(sent).toHaveLength(2);
    expect(await stateOf(other, id)).toMatchObject({ status: 'queued', progress: 33 });
    await deliverImport(id, bindings);
    await deliverImport(id, bindings);
    expect(sent).toHaveLength(3);
    expect(await stateOf(other, id)).toMatchObject({ status: 'done', progress: 100 });
    const { imports } = await (await other.ask(IMPORTS)).json<AccountImportsReply>();
    expect(imports.map((one) => one.id)).toEqual([id]);
  });

  test('counts what came in once, however often its message comes', async () => {
    const [person, other] = [await makeRichAccount(), await makePerson(own)];
    const id = await upload(other, [await accountOf(person)]);
    await Promise.all([deliverImport(id), deliverImport(id)]);
    await deliverImport(id);
    expect(await stateOf(other, id)).toMatchObject({ status: 'done', added: { savedInsights: 2 } });
  });

  test('counts what came in once, even if its worker dies before it can note the part', async () => {
    const [person, other] = [await makeRichAccount(), await makePerson(own)];
    const id = await upload(other, [await accountOf(person)]);
    const noting = rejectingDatabase(env.DB, /^update "account_imports" set .*"imported" = /);
    expect((await deliverImport(id, { ...own, DB: noting })).retried).toHaveLength(1);
    const died = await stateOf(other, id);
    expect(died).toMatchObject({ status: 'queued', progress: 0 });
    expect((await deliverImport(id, own, 2)).acked).toEqual(['m0']);
    const state = await stateOf(other, id);
    expect(state).toMatchObject({ status: 'done', added: died.added });
    const [all, again] = [await makeRichAccount(), await makePerson(own)];
    expect(state.added).toEqual((await importInto(again, await accountOf(all))).added);
  });

  test('goes on after its worker died, and its message is lost', async () => {
    const [person, other] = [await makeRichAccount(), await makePerson(own)];
    const id = await upload(other, [await accountOf(person)]);
    const lost = vi.fn(async (_: string) => {});
    await sendLostAccountImportsAgain(db, lost);
    expect(lost).not.toHaveBeenCalledWith(id);
    const key = `account import ${id}`;
    const expiresAt = new Date(Date.now() + 60_000);
    await db.insert(leases).values({ key, holder: 'a worker that died', expiresAt });
    expect((await deliverImport(id)).retried).toEqual([{ id: 'm0', delaySeconds: LEASE_SECONDS }]);
    expect(await stateOf(other, id)).toMatchObject({ status: 'queued' });
    await db
      .update(leases)
      .set({ expiresAt: new Date(0) })
      .where(eq(leases.key, key));
    await db
      .update(accountImports)
      .set({ queuedUntil: new Date(0) })
      .where(eq(accountImports.id, id));
    await Promise.all([
      sendLostAccountImportsAgain(db, lost),
      sendLostAccountImportsAgain(db, lost),
    ]);
    expect(lost.mock.calls.filter(([sent]) => sent === id)).toHaveLength(1);
    await deliverImport(id);
    expect(await stateOf(other, id)).toMatchObject({ status: 'done', added: { savedInsights: 2 } });
  });

  test('fails where it cannot go on, says so, and may be repeated', async () => {
    const [person, other] = [await makeRichAccount(), await makePerson(own)];
    const account = await accountOf(person);
    const id = await upload(other, [account]);
    const get = vi.spyOn(env.TRANSCRIPTS, 'get').mockRejectedValue(new Error('R2 is away'));
    expect((await deliverImport(id)).retried).toHaveLength(1);
    expect(await stateOf(other, id)).toMatchObject({ status: 'queued', error: null });
    expect((await deliverImport(id, own, 4)).acked).toEqual(['m0']);
    get.mockRestore();
    expect(await stateOf(other, id)).toMatchObject({ status: 'failed', error: IMPORT_FAILED });
    const again = await upload(other, [account]);
    await deliver('dripcast-transfers-dead', [{ body: { accountImportId: again } }], own);
    expect(await stateOf(other, again)).toMatchObject({ status: 'failed' });
    // The first one's file went with the second upload.
    expect((await other.ask(`${IMPORTS}/${id}`)).status).toBe(404);
    await deleteExpiredImports(db, env.TRANSCRIPTS);
    expect(await filesOf(other)).toHaveLength(1);
    const third = await upload(other, [account]);
    expect((await deliverImport(third)).acked).toEqual(['m0']);
    expect((await stateOf(other, third)).added.savedInsights).toBe(2);
    await deleteExpiredImports(db, env.TRANSCRIPTS);
    expect(await filesOf(other)).toEqual([]);
  });

  test('is retried from the file that was uploaded, by its owner alone, and once', async () => {
    const [person, stranger] = [await makeRichAccount(), await makePerson(own)];
    const account = await accountOf(person);
    const { queue, sent } = recordingQueue();
    const bindings = { ...own, TRANSFER_QUEUE: queue as unknown as Env['TRANSFER_QUEUE'] };
    const other = await makePerson(bindings);
    const id = await upload(other, [account, account]);
    await deliverImport(id, bindings);
    await deliver('dripcast-transfers-dead', [{ body: { accountImportId: id } }], bindings);
    expect(await stateOf(other, id)).toMatchObject({ status: 'failed', canRetry: true });
    const retry = (by: Person) => by.send('POST', `${IMPORTS}/${id}/retry`);
    expect((await retry(stranger)).status).toBe(404);
    const before = sent.length;
    const replies = await Promise.all([retry(other), retry(other)]);
    expect(replies.map(({ status }) => status)).toEqual([202, 202]);
    expect(sent.slice(before)).toEqual([{ accountImportId: id }]);
    // From the part that it had come to.
    expect(await stateOf(other, id)).toMatchObject({
      ...{ status: 'queued', progress: 50, error: null, canRetry: false },
      added: { savedInsights: 2 },
    });
    await deliverImport(id, bindings);
    expect(await stateOf(other, id)).toMatchObject({ status: 'done', added: { savedInsights: 2 } });
    expect(await filesOf(other)).toEqual([]);
  });

  test('cannot be retried where its file is gone, or another one is running', async () => {
    const person = await makePerson(own);
    const account = await accountOf(person);
    const id = await upload(person, [account]);
    await env.TRANSCRIPTS.delete(await filesOf(person));
    expect((await deliverImport(id)).acked).toEqual(['m0']);
    const state = await stateOf(person, id);
    expect(state).toMatchObject({ status: 'failed', canRetry: false });
    expect(state.error).toContain('Choose it again');
    const retry = (one: string) => person.send('POST', `${IMPORTS}/${one}/retry`);
    expect((await retry(id)).status).toBe(409);
    const failed = await upload(person, [account]);
    await deliver('dripcast-transfers-dead', [{ body: { accountImportId: failed } }], own);
    await db.insert(accountImports).values({
      ...{ userId: person.id, status: 'queued', parts: 1, received: 1, added: {} },
      expiresAt: new Date(Date.now() + 60_000),
    });
    const refused = await retry(failed);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Another import is running');
  });

  test('leaves no file behind: an abandoned upload, an expired import, a deleted account', async () => {
    const [person, leaver] = [await makePerson(own), await makePerson(own)];
    const account = await accountOf(person);
    await person.send('POST', `${IMPORTS}?parts=2`, account);
    expect(await filesOf(person)).toHaveLength(1);
    // Another file instead.
    await deliverImport(await upload(person, [account]));
    await deleteExpiredImports(db, env.TRANSCRIPTS);
    expect(await filesOf(person)).toEqual([]);
    const { imports } = await (await person.ask(IMPORTS)).json<AccountImportsReply>();
    expect(imports.map(({ status }) => status)).toEqual(['done']);
    const id = await upload(leaver, [account]);
    expect(await filesOf(leaver)).toHaveLength(1);
    expect((await leaver.send('DELETE', '/api/user', {})).status).toBe(200);
    expect(await filesOf(leaver)).toEqual([]);
    expect((await deliverImport(id)).acked).toEqual(['m0']);
  });
});
