/** Accounts with something in each part, and their imports, for tests inside workerd. */
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import { contents } from '../../schema/tables/content.ts';
import { digests } from '../../schema/tables/digest.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import { moments, positions } from '../../schema/tables/listening.ts';
import { reviewDays } from '../../schema/tables/review.ts';
import { type AccountDocument, accountDocumentSchema } from '../../schema/wire/account-document.ts';
import type { AccountImport } from '../../schema/wire/account-imports.ts';
import { derivedId } from '../../worker/transfers/import/values.ts';
import { makeToken } from './access-tokens.ts';
import { exportOf, filesIn, fillAccount } from './exports.ts';
import { makePerson, type Person } from './people.ts';
import { db } from './podcasts.ts';
import { deliver, recordingQueue } from './queues.ts';
import { submitQuiz } from './quizzes.ts';
import { askQuestions, REVIEWS } from './reviews.ts';
import { addSource } from './sources.ts';

/** Stands in for the queue, so that only the test delivers messages. */
const silent = recordingQueue().queue;
export const silentEnv: Env = {
  ...env,
  TRANSFER_QUEUE: silent as unknown as Env['TRANSFER_QUEUE'],
  REFRESH_QUEUE: silent,
};
export const IMPORTS = '/api/user/imports';

export async function accountOf(person: Person): Promise<AccountDocument> {
  const text = filesIn(await exportOf(person, ['json']))['JSON/dripcast-account.json'] ?? '';
  return accountDocumentSchema.parse(JSON.parse(text));
}

export async function upload(person: Person, parts: AccountDocument[]): Promise<string> {
  const [first, ...rest] = parts;
  const begun = await person.send('POST', `${IMPORTS}?parts=${parts.length}`, first);
  expect(begun.status).toBe(202);
  const { id } = await begun.json<AccountImport>();
  for (const [at, part] of rest.entries()) {
    expect((await person.send('PUT', `${IMPORTS}/${id}?part=${at + 2}`, part)).status).toBe(202);
  }
  return id;
}

export const stateOf = async (person: Person, id: string) =>
  (await person.ask(`${IMPORTS}/${id}`)).json<AccountImport>();

export const deliverImport = (id: string, bindings: Env = silentEnv, attempts = 1) =>
  deliver('dripcast-transfers', [{ body: { accountImportId: id }, attempts }], bindings);

/** Uploads the parts, and imports one with each message. */
export async function importParts(
  person: Person,
  parts: AccountDocument[],
): Promise<AccountImport> {
  const id = await upload(person, parts);
  for (const _ of parts) expect((await deliverImport(id)).acked).toEqual(['m0']);
  const state = await stateOf(person, id);
  expect(state).toMatchObject({ status: 'done', progress: 100, error: null });
  expect(await filesOf(person)).toEqual([]);
  return state;
}

export const importInto = (person: Person, account: AccountDocument) =>
  importParts(person, [account]);

export const filesOf = async (person: Person) =>
  (await env.TRANSCRIPTS.list({ prefix: `imports/${person.id}/` })).objects.map(({ key }) => key);

export const countOf = ({ added }: AccountImport) =>
  Object.values(added).reduce((total, count) => total + count, 0);

/** An account with something in each part of the document. */
export async function makeRichAccount(): Promise<Person> {
  const person = await makePerson(silentEnv);
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
    id: momentId,
    userId,
    episodeId,
    startSeconds: 10.5,
    endSeconds: 14,
    note: 'mine',
    text: 'Prices rose.',
    speaker: 'Ada',
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
      gradeId: crypto.randomUUID(),
      rating: 3,
      at: new Date().toISOString(),
    });
  }
  const takeaway = { episodeId, text: 'Prices rose.', speaker: null, seconds: 10, because: null };
  await db.insert(reviewDays).values({ userId, day, isKept: true, takeaway });
  await person.send('PUT', `${REVIEWS}/settings`, { itemsPerDay: 30 });
  expect((await submitQuiz(person, crypto.randomUUID(), 3, 5)).status).toBe(201);
  await db.insert(digests).values({
    userId,
    title: 'Your week',
    periodStart: new Date(1),
    periodEnd: new Date(2),
    digest: `[0:10](/tools?episode=${episodeId}&at=10)`,
    episodes: [{ id: episodeId, title: 'x', podcastTitle: 'y', publishedAt: null }],
  });
  const [generated] = await db
    .insert(insights)
    .values({ episodeId, kind: 'embedded', model: 'm', profileKey: userId, insight: 'Gist.' })
    .returning();
  await db.insert(generations).values({
    userId,
    episodeId,
    status: 'done',
    isCharged: true,
    takenAt: new Date(5),
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
export async function withFirstIds(
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
  return sortedAccount(JSON.parse(text));
}

export function sortedAccount(account: AccountDocument): AccountDocument {
  const copy = structuredClone(account);
  for (const list of LISTS) copy[list].sort((one, other) => (one.id < other.id ? -1 : 1));
  return { ...copy, profile: { ...copy.profile, username: '' }, forInformation: null };
}
