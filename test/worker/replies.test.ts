/** Checks that the API's real replies match its schemas. */
import { addDays, subDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountImports } from '../../schema/tables/account-imports.ts';
import { briefSubscriptions, briefs } from '../../schema/tables/brief.ts';
import {
  ACCOUNT_DOCUMENT_FORMAT,
  ACCOUNT_DOCUMENT_VERSION,
  DOCUMENT_LISTS,
} from '../../schema/wire/account-document.ts';
import { REPLIES } from '../../schema/wire/replies/all.ts';
import { app } from '../../worker/app.ts';
import { updateChapters } from '../../worker/episodes/page-store.ts';
import { post, someName } from '../support/accounts.ts';
import { linkIn, MONDAY, mailService } from '../support/mail.ts';
import { hostOrigin, serve } from '../support/outside.ts';
import { makePerson, type Person } from '../support/people.ts';
import { db, makePodcast, rss, subscribe } from '../support/podcasts.ts';
import { recordingQueue } from '../support/queues.ts';
import { submitQuiz } from '../support/quizzes.ts';
import { addQuestions, askQuestions } from '../support/reviews.ts';
import { makeSpoken } from '../support/search.ts';

const SAID = [
  'Ines: Welcome to another morning about pricing for small clinics.',
  'Ines: Annual discounts ruin the margin of a small clinic.',
  'Ben: Raising the subscription price to 4,200 euros cost us only two customers last spring.',
  'Ben: The scheduling tool saved the nurses eleven hours every week.',
  'Ines: Talk to ten buyers before you print a price list.',
  'Ben: Churn is the share of customers who leave in a year; ours is four percent.',
];
const INSIGHT = 'Discounts ruin the margin.';
const PASSWORD = 'a long password';

/** A user with some of everything, so that no reply is empty. */
async function makeReader() {
  const mail = mailService();
  const person = await makePerson({ ...mail.bindings, BRIEF_QUEUE: recordingQueue().queue });
  const made = async <T>(method: string, path: string, body: unknown = {}): Promise<T> => {
    const reply = await person.send(method, path, body);
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json<T>();
  };
  const feed = await serve(`/${crypto.randomUUID()}.xml`, {
    body: rss('Prices at Noon', [{ guid: '1', title: 'Why ten buyers' }]),
  });
  const { podcastId, episodeId } = await makeSpoken(
    SAID,
    { title: 'Price Talk', feedUrl: feed },
    { audioUrl: `${hostOrigin()}/none.mp3`, publishedAt: subDays(new Date(), 1) },
  );
  await subscribe(person.id, podcastId);
  // Its feed is not there.
  await subscribe(person.id, (await makePodcast({ feedUrl: `${hostOrigin()}/none.xml` })).id);
  const chapter = { start: 61.5, end: null, title: 'Prices', url: null, imageUrl: null };
  const chapters = [{ ...chapter, isListed: true }];
  await updateChapters(db, episodeId, { chapters, source: 'feed' }, addDays(new Date(), 1));
  const saved = await made<{ id: string }>('POST', '/api/user/insights', {
    episodeId,
    insight: INSIGHT,
  });
  await made('PUT', `/api/user/insights/${saved.id}`, { tags: ['price'], userNotes: 'So true' });
  const { session } = await made<{ session: { id: string } }>('POST', '/api/ask');
  const question = { message: 'How many hours did the nurses save?', sessionId: session.id };
  await made('POST', '/api/ask/chat', question);
  const insights = `/api/podcasts/episodes/${episodeId}/insights`;
  const talk = await made<{ data: { session: { id: string } } }>('POST', insights);
  const talkId = talk.data.session.id;
  const chat = `/api/podcasts/episodes/${episodeId}/chat`;
  await made('POST', chat, { message: 'What ruins the margin?', sessionId: talkId });
  const { asked } = await askQuestions(person, 3);
  const [first, second] = asked.map(({ id }) => id);
  const items = await addQuestions(person, [first ?? '', second ?? '']);
  const itemId = items[0]?.id ?? '';
  for (const days of [3, 1]) {
    await made('POST', `/api/user/reviews/${itemId}/grades`, {
      gradeId: crypto.randomUUID(),
      rating: 3,
      at: subDays(new Date(), days).toISOString(),
    });
  }
  const quizId = crypto.randomUUID();
  await submitQuiz(person, quizId, 3, 5);
  const moment = { id: crypto.randomUUID(), episodeId, start: 10, end: 10, note: 'Ask her' };
  await made('POST', '/api/user/moments', moment);
  const at = new Date().toISOString();
  await made('PUT', `/api/user/positions/${episodeId}`, { seconds: 30, at });
  const digest = await made<{ id: string }>('POST', '/api/digest/generate');
  const token = await made<{ id: string }>('POST', '/api/user/tokens', {
    name: 'a script',
    scopes: ['read'],
  });
  const { address } = await made<{ address: string }>('POST', '/api/user/feeds/saved');
  const own = await made<{ podcast: { id: string } }>('POST', '/api/user/podcasts', {
    address: await serve(`/${crypto.randomUUID()}.xml`, {
      body: rss('Added by hand', [{ guid: '1', title: 'One' }]),
    }),
    category: 'Law',
  });
  const opml = `<opml version="2.0"><body><outline text="A" xmlUrl="${feed}"/></body></opml>`;
  const started = await made<{ id: string }>('POST', '/api/user/opml', { opml });
  const source = {
    kind: 'text',
    title: 'A memo',
    text: 'Prices rise in March.\n\nTell the clinics.',
  };
  const { id: sourceId } = await made<{ id: string }>('POST', '/api/user/sources', source);
  const exported = await made<{ id: string }>('POST', '/api/user/exports', { formats: ['json'] });
  const imports = '/api/user/imports?parts=2';
  const imported = await made<{ id: string }>('POST', imports, EMPTY_ACCOUNT);
  const email = `${person.username}@example.com`;
  await made('PUT', '/api/user/brief', { email, ...MONDAY });
  const confirmToken = linkIn(mail.to(email)[0], 'confirm').split('/').at(-1);
  const [subscription] = await db
    .select()
    .from(briefSubscriptions)
    .where(eq(briefSubscriptions.userId, person.id));
  await db.insert(briefs).values({
    userId: person.id,
    week: '2026-W46',
    state: 'unsure',
    digestId: digest.id,
    dueAt: new Date(),
    changedAt: new Date(),
  });
  return {
    email,
    confirmToken,
    unsubscribeToken: subscription?.unsubscribeToken,
    source,
    sourceId,
    person,
    feed,
    podcastId,
    quizId,
    episodeId,
    opml,
    moment,
    feedToken: address.split('/').at(-1),
    savedId: saved.id,
    sessionId: session.id,
    talkId,
    itemId,
    newQuestion: asked[2]?.id,
    secondItemId: items[1]?.id,
    digestId: digest.id,
    tokenId: token.id,
    ownId: own.podcast.id,
    importId: started.id,
    exportId: exported.id,
    accountImportId: imported.id,
  };
}
type Reader = Awaited<ReturnType<typeof makeReader>>;

interface Call {
  /** What stands for ':id' and the like. */
  in?: Record<string, string | undefined>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
  /** Other callers, where a call would affect those after it. */
  as?: Person;
}

const register = async () => {
  const account = { username: someName(), password: PASSWORD };
  expect((await post('/api/register', account)).status).toBe(201);
  return account;
};
const someoneElse = async () => ({ as: await makePerson() });
const ofEpisode = ({ episodeId }: Reader): Call => ({ in: { episodeId } });
const nothing = (): Call => ({});

const EMPTY_ACCOUNT = {
  format: ACCOUNT_DOCUMENT_FORMAT,
  version: ACCOUNT_DOCUMENT_VERSION,
  profile: {
    username: 'somebody',
    email: null,
    linkedinUrl: null,
    industry: null,
    role: null,
    goals: null,
  },
  reviewSettings: null,
  content: null,
  ...Object.fromEntries(DOCUMENT_LISTS.map((list) => [list, []])),
};

/** A call of each operation, in an order in which none needs what an earlier one deletes. */
const CALLS: [operation: string, call: (reader: Reader) => Call | Promise<Call>][] = [
  ['GET /api/health', nothing],
  ['GET /api/auth/providers', nothing],
  ['GET /api/openapi.json', nothing],
  ['GET /api/schemas/account.json', nothing],
  ['POST /api/register', () => ({ body: { username: someName(), password: PASSWORD } })],
  ['POST /api/login', async () => ({ body: await register() })],
  ['GET /api/user', nothing],
  ['PUT /api/user/profile', () => ({ body: { industry: 'Health' } })],
  ['GET /api/user/sessions', nothing],
  ['GET /api/user/tokens', nothing],
  ['POST /api/user/tokens', () => ({ body: { name: 'another', scopes: ['read', 'write'] } })],
  ['GET /api/podcasts', nothing],
  ['GET /api/user/subscriptions', nothing],
  ['GET /api/podcasts/:id/cover', ({ podcastId }) => ({ in: { id: podcastId } })],
  ['GET /api/podcasts/recent-episodes', nothing],
  ['GET /api/podcasts/cache-status', nothing],
  ['POST /api/podcasts/:id/refresh', ({ podcastId }) => ({ in: { id: podcastId }, body: {} })],
  ['GET /api/podcasts/episodes/:episodeId', ofEpisode],
  ['GET /api/podcasts/episodes/:episodeId/picture', ofEpisode],
  [
    'GET /api/podcasts/episodes/:episodeId/chapters/:start/picture',
    ({ episodeId }) => ({ in: { episodeId, start: '61.5' } }),
  ],
  ['GET /api/podcasts/episodes/:episodeId/audio', ofEpisode],
  [
    'GET /api/podcasts/episodes/:episodeId/said',
    (reader) => ({ ...ofEpisode(reader), query: { at: '1' } }),
  ],
  ['GET /api/podcasts/episodes/:episodeId/transcript', ofEpisode],
  ...['txt', 'vtt', 'srt'].map((format): (typeof CALLS)[number] => [
    'GET /api/podcasts/episodes/:episodeId/transcript',
    (reader) => ({ ...ofEpisode(reader), query: { format } }),
  ]),
  ['GET /api/podcasts/episodes/:episodeId/insights', ofEpisode],
  [
    'POST /api/podcasts/episodes/:episodeId/insights',
    (reader) => ({ ...ofEpisode(reader), body: {} }),
  ],
  ['GET /api/podcasts/episodes/:episodeId/saved-texts', ofEpisode],
  [
    'GET /api/podcasts/episodes/:episodeId/chat',
    (reader) => ({ ...ofEpisode(reader), query: { sessionId: reader.talkId } }),
  ],
  [
    'POST /api/podcasts/episodes/:episodeId/chat',
    (reader) => ({
      ...ofEpisode(reader),
      body: { message: 'What is churn?', sessionId: reader.talkId },
      headers: { Accept: 'application/x-ndjson' },
    }),
  ],
  [
    'POST /api/podcasts/episodes/:episodeId/chat/stop',
    (reader) => ({ ...ofEpisode(reader), body: { sessionId: reader.talkId } }),
  ],
  ['GET /api/ask', nothing],
  ['POST /api/ask', () => ({ body: {} })],
  [
    'POST /api/ask/chat',
    ({ sessionId }) => ({ body: { message: 'What did the price cost us?', sessionId } }),
  ],
  ['POST /api/ask/chat/stop', ({ sessionId }) => ({ body: { sessionId } })],
  ['GET /api/ask/material', nothing],
  ['GET /api/ask/saved-texts', nothing],
  ['POST /api/content', () => ({ body: { content: 'A draft' } })],
  ['GET /api/content', nothing],
  ['GET /api/digest', nothing],
  ['GET /api/digest/kept', nothing],
  ['GET /api/digest/kept/:id', ({ digestId }) => ({ in: { id: digestId } })],
  ['POST /api/digest/generate', () => ({ body: {} })],
  ['GET /api/user/insights', nothing],
  ['GET /api/user/insights/:id', ({ savedId }) => ({ in: { id: savedId } })],
  ['GET /api/user/insights/:id/markdown', ({ savedId }) => ({ in: { id: savedId } })],
  ['POST /api/user/insights', ({ episodeId }) => ({ body: { episodeId, insight: 'Talk first.' } })],
  ['POST /api/user/insights', ({ episodeId }) => ({ body: { episodeId, insight: INSIGHT } })],
  [
    'PUT /api/user/insights/:id',
    ({ savedId }) => ({ in: { id: savedId }, body: { tags: ['price', 'margin'] } }),
  ],
  ['GET /api/user/chat-sessions', nothing],
  ['GET /api/user/chat-sessions/:id', ({ talkId }) => ({ in: { id: talkId } })],
  ['GET /api/user/remaining-generations', nothing],
  ['GET /api/search', () => ({ query: { q: 'margin clinic' } })],
  ['GET /api/user/positions', nothing],
  [
    'PUT /api/user/positions/:episodeId',
    (reader) => ({ ...ofEpisode(reader), body: { seconds: 40, at: new Date().toISOString() } }),
  ],
  ['GET /api/user/moments', nothing],
  ['POST /api/user/moments', ({ moment }) => ({ body: { ...moment, id: crypto.randomUUID() } })],
  ['POST /api/user/moments', ({ moment }) => ({ body: moment })],
  ['PUT /api/user/moments/:id', ({ moment }) => ({ in: { id: moment.id }, body: { note: 'No' } })],
  ['POST /api/quiz/generate', ({ podcastId }) => ({ body: { podcastId, useWholeLibrary: false } })],
  ['POST /api/quiz/submit', () => ({ body: { score: 3, totalQuestions: 5 } })],
  ['POST /api/quiz/answers', ({ quizId }) => ({ body: { quizId, answers: [] } })],
  ['GET /api/user/reviews', nothing],
  [
    'POST /api/user/reviews',
    ({ newQuestion }) => ({ body: { kind: 'question', sourceId: newQuestion } }),
  ],
  ['POST /api/user/reviews', ({ moment }) => ({ body: { kind: 'moment', sourceId: moment.id } })],
  ['POST /api/user/reviews', ({ savedId }) => ({ body: { kind: 'insight', sourceId: savedId } })],
  ['POST /api/user/reviews', ({ savedId }) => ({ body: { kind: 'insight', sourceId: savedId } })],
  ['GET /api/user/reviews/due', nothing],
  ['GET /api/user/reviews/takeaway', nothing],
  ['GET /api/user/reviews/progress', nothing],
  ['PUT /api/user/reviews/settings', () => ({ body: { newPerDay: 7 } })],
  ['POST /api/user/reviews/days', () => ({ body: { at: new Date().toISOString() } })],
  [
    'POST /api/user/reviews/:id/grades',
    ({ itemId }) => ({
      in: { id: itemId },
      body: { gradeId: crypto.randomUUID(), rating: 2, at: new Date().toISOString() },
    }),
  ],
  ['GET /api/user/podcasts', nothing],
  ['POST /api/user/podcasts/preview', ({ feed }) => ({ body: { address: feed } })],
  ['POST /api/user/podcasts', ({ feed }) => ({ body: { address: feed, category: 'HR' } })],
  ['GET /api/user/sources', nothing],
  ['POST /api/user/sources', ({ source }) => ({ body: source })],
  ['POST /api/user/sources', ({ source }) => ({ body: { ...source, text: 'Another memo.' } })],
  ['GET /api/user/sources/:id', ({ sourceId }) => ({ in: { id: sourceId } })],
  [
    'GET /api/podcasts/episodes/:episodeId/transcript',
    ({ sourceId }) => ({ in: { episodeId: sourceId } }),
  ],
  [
    'PUT /api/user/sources/:id',
    ({ sourceId }) => ({ in: { id: sourceId }, body: { author: 'I' } }),
  ],
  ['DELETE /api/user/sources/:id', ({ sourceId }) => ({ in: { id: sourceId } })],
  ['GET /api/user/opml', nothing],
  ['POST /api/user/opml', ({ opml }) => ({ body: { opml } })],
  ['GET /api/user/opml/:id', ({ importId }) => ({ in: { id: importId } })],
  ['GET /api/user/exports', nothing],
  ['GET /api/user/imports', nothing],
  ['GET /api/user/imports/:id', ({ accountImportId }) => ({ in: { id: accountImportId } })],
  ['POST /api/user/imports', () => ({ query: { parts: '2' }, body: EMPTY_ACCOUNT })],
  [
    'PUT /api/user/imports/:id',
    async ({ person }) => {
      const path = '/api/user/imports?parts=2';
      const { id } = await (await person.send('POST', path, EMPTY_ACCOUNT)).json<{ id: string }>();
      return { in: { id }, query: { part: '2' }, body: EMPTY_ACCOUNT };
    },
  ],
  [
    'POST /api/user/imports/:id/retry',
    async () => {
      const { as } = await someoneElse();
      const [row] = await db
        .insert(accountImports)
        .values({
          userId: as.id,
          status: 'failed',
          parts: 1,
          received: 1,
          added: {},
          expiresAt: new Date(Date.now() + 60_000),
        })
        .returning();
      return { as, in: { id: row?.id } };
    },
  ],
  ['GET /api/user/exports/:id', ({ exportId }) => ({ in: { id: exportId } })],
  [
    'POST /api/user/exports',
    async () => ({ ...(await someoneElse()), body: { formats: ['opml'] } }),
  ],
  ['GET /api/user/brief', nothing],
  ['PUT /api/user/brief', ({ email }) => ({ body: { email, ...MONDAY, hour: 9 } })],
  ['POST /api/user/brief/confirmation', () => ({ body: {} })],
  ['POST /api/user/brief/again', () => ({ body: {} })],
  ['GET /api/user/brief/preview', nothing],
  ['GET /api/user/brief/preview', () => ({ query: { format: 'text' } })],
  ...['GET', 'POST'].flatMap((method): typeof CALLS => [
    [`${method} /api/brief/confirm/:token`, (reader) => ({ in: { token: reader.confirmToken } })],
    [
      `${method} /api/brief/unsubscribe/:token`,
      (reader) => ({ in: { token: reader.unsubscribeToken } }),
    ],
  ]),
  ['DELETE /api/user/brief', nothing],
  ['GET /api/user/feeds', nothing],
  ['GET /api/feeds/:token', ({ feedToken }) => ({ in: { token: feedToken } })],
  ['POST /api/user/feeds/:kind', () => ({ in: { kind: 'digests' }, body: {} })],
  ['DELETE /api/user/feeds/:kind', () => ({ in: { kind: 'digests' } })],
  ['DELETE /api/user/reviews/:id', ({ secondItemId }) => ({ in: { id: secondItemId } })],
  ['DELETE /api/user/moments/:id', ({ moment }) => ({ in: { id: moment.id } })],
  ['DELETE /api/user/insights/:id', ({ savedId }) => ({ in: { id: savedId } })],
  ['DELETE /api/user/chat-sessions/:id', ({ talkId }) => ({ in: { id: talkId } })],
  ['DELETE /api/user/podcasts/:id', ({ ownId }) => ({ in: { id: ownId } })],
  ['DELETE /api/user/tokens/:id', ({ tokenId }) => ({ in: { id: tokenId } })],
  ['DELETE /api/podcasts/:id/subscribe', ({ podcastId }) => ({ in: { id: podcastId } })],
  ['POST /api/podcasts/:id/subscribe', ({ podcastId }) => ({ in: { id: podcastId }, body: {} })],
  ['POST /api/podcasts/fetch-recent', () => ({ body: {} })],
  [
    'PUT /api/user/password',
    async () => ({ ...(await someoneElse()), body: { password: PASSWORD } }),
  ],
  [
    'DELETE /api/user/sessions/:id',
    async () => {
      const { as } = await someoneElse();
      const reply = await as.ask('/api/user/sessions');
      const { sessions } = await reply.json<{ sessions: { id: string }[] }>();
      return { as, in: { id: sessions[0]?.id } };
    },
  ],
  ['DELETE /api/user/sessions', someoneElse],
  ['POST /api/logout', async () => ({ ...(await someoneElse()), body: {} })],
  ['DELETE /api/user', async () => ({ ...(await someoneElse()), body: {} })],
];

/**
 * Replies without a body to read: a login's redirects and the socket. The protocol's client tests /mcp.
 */
const NOT_CALLED = [
  'GET /api/auth/:provider',
  'GET /api/auth/:provider/callback',
  'GET /ws',
  'POST /mcp',
];

/** Lists that are empty for this reader, too. */
const EMPTY = new Set(['providers', 'chapters', 'known', 'added', 'failed', 'waiting']);

function emptyPartsOf(body: unknown): string[] {
  if (Array.isArray(body)) return body.length === 0 ? ['the whole'] : [];
  const parts = Object.entries(body ?? {});
  return parts
    .filter(([name, value]) => !EMPTY.has(name) && (Array.isArray(value) || parts.length === 1))
    .filter(([, value]) => value === null || value.length === 0)
    .map(([name]) => name);
}

/** Compares a call's reply with its entry in the table. */
async function callAs(reader: Reader, operation: string, call: Call) {
  const [method = '', pattern = ''] = operation.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => call.in?.[name] ?? 'missing');
  const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
  const reply = await (call.as ?? reader.person).ask(`${path}${query}`, {
    method,
    headers: {
      ...call.headers,
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  });
  const text = new TextDecoder().decode(await reply.arrayBuffer());
  const type = reply.headers.get('Content-Type')?.split(';', 1)[0];
  const entry = REPLIES[operation];
  const listed = [...(entry ? [entry] : []), ...(entry?.also ?? [])].filter(
    ({ status, schema, contentType = schema ? 'application/json' : undefined }) =>
      status === reply.status && contentType === type,
  );
  return { text, listed, got: `${reply.status} ${type} ${text.slice(0, 500)}` };
}

// The calls share one user, because one for each would take a minute. So their order matters.
describe('the replies of the API', { shuffle: false }, () => {
  let reader: Reader;
  beforeAll(async () => {
    reader = await makeReader();
    // Setting up a user with everything takes many calls.
  }, 60_000);

  test('are described for exactly the existing routes', () => {
    const mounted = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(REPLIES).toSorted()).toEqual([...new Set(mounted)].toSorted());
  });

  test('are all called here', () => {
    const called = [...CALLS.map(([operation]) => operation), ...NOT_CALLED];
    expect([...new Set(called)].toSorted()).toEqual(Object.keys(REPLIES).toSorted());
  });

  test.each(CALLS)('%s matches its description', async (operation, call) => {
    const { text, listed, got } = await callAs(reader, operation, await call(reader));
    expect(listed, got).not.toEqual([]);
    const { schema, contentType } = listed.find((one) => one.schema !== null) ?? { schema: null };
    if (schema === null) return;
    const bodies = contentType === 'application/x-ndjson' ? text.trim().split('\n') : [text];
    for (const body of bodies.map((line) => JSON.parse(line))) {
      // A schema drops unknown fields.
      expect(schema.parse(body)).toEqual(body);
      if (operation.startsWith('GET')) expect(emptyPartsOf(body)).toEqual([]);
    }
  });
});
