/**
 * Converts the rows of an account's document to ours: times to milliseconds, episodes to those here, texts
 * and ids to what can be trusted. Rows of an episode that isn't here are left out.
 */
import { MOMENT_MAX_SECONDS } from '../../../schema/limits.ts';
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import { quizQuestionSchema } from '../../../schema/wire/quiz.ts';
import { renderInsightWithPauses } from '../../library/render-insight.ts';
import type { Database } from '../../platform/database.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { identityOf, questionIds } from '../../quiz/question-ids.ts';
import {
  derivedId,
  hasBegun,
  secondsIn,
  secondsOrNull,
  time,
  webAddress,
  withOtherIds,
} from './values.ts';

/** The account that the rows go to, and where the document's episodes and sources are in it. */
export interface Destination {
  db: Database;
  userId: string;
  /** By the document's ids. */
  episodes: ReadonlyMap<string, string>;
  sources: ReadonlyMap<string, string>;
}

type Rows<List extends keyof AccountDocument> = AccountDocument[List];

const ourIdOf = ({ episodes, sources }: Destination, id: string) =>
  episodes.get(id) ?? sources.get(id);

function withOurIds<Row extends { episodeId: string }>(to: Destination, rows: Row[]): Row[] {
  return rows.flatMap((row) => {
    const episodeId = ourIdOf(to, row.episodeId);
    return episodeId === undefined ? [] : [{ ...row, episodeId }];
  });
}

/** The same without rows of sources, which nobody plays. */
const inEpisodes = <Row extends { episodeId: string }>(to: Destination, rows: Row[]) =>
  withOurIds(
    to,
    rows.filter(({ episodeId }) => !to.sources.has(episodeId)),
  );

/** Texts about several episodes link to them by id, and imported episodes have new ids. */
const relinked = (to: Destination, text: string) =>
  text.replace(/(?<=[?&]episode=)[\da-f-]{36}/g, (id) => ourIdOf(to, id) ?? id);

export async function convertSources(userId: string, rows: Rows<'sources'>) {
  return (await withOtherIds(userId, rows)).map((row) => ({
    ...row,
    address: webAddress(row.address),
    publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt),
    createdAt: new Date(time(row.createdAt)),
    updatedAt: new Date(time(row.updatedAt)),
  }));
}

export async function convertSavedInsights(to: Destination, rows: Rows<'savedInsights'>) {
  return Promise.all(
    (await withOtherIds(to.userId, withOurIds(to, rows))).map(async (row) => ({
      ...row,
      insightHtml: await renderInsightWithPauses(row.insight),
      insightHash: await sha256Hex(row.insight.trim()),
      tags: [...new Set(row.tags)],
      generatedAt: time(row.generatedAt),
    })),
  );
}

/** One for each episode, as an account has them. */
export function convertGeneratedInsights(to: Destination, rows: Rows<'generatedInsights'>) {
  const byEpisode = new Map(withOurIds(to, rows).map((row) => [row.episodeId, row]));
  return [...byEpisode.values()].map((row) => ({ ...row, generatedAt: time(row.generatedAt) }));
}

/** The follow-ups are separate from their conversations, whose ids they have. */
export async function convertConversations(to: Destination, rows: Rows<'conversations'>) {
  const conversations = await withOtherIds(
    to.userId,
    rows.flatMap((row) => {
      const episodeId = row.episodeId === null ? null : ourIdOf(to, row.episodeId);
      return episodeId === undefined ? [] : [{ ...row, episodeId, createdAt: time(row.createdAt) }];
    }),
  );
  const followUps = conversations.flatMap((row) =>
    row.followUps.map((followUp) => ({
      ...followUp,
      answer: row.episodeId === null ? relinked(to, followUp.answer) : followUp.answer,
      createdAt: time(followUp.createdAt),
      sessionId: row.id,
      otherSessionId: row.otherId,
    })),
  );
  return { conversations, followUps: await withOtherIds(to.userId, followUps) };
}

/** The grades are separate from their items, whose ids they have. */
export async function convertReviewItems(to: Destination, rows: Rows<'reviewItems'>) {
  const { db, userId } = to;
  const reviewed = withOurIds(to, rows);
  const ids = await questionIds(
    db,
    userId,
    reviewed.map(({ episodeId, front, back }) => ({ episodeId, question: front, answer: back })),
  );
  const items = await Promise.all(
    (await withOtherIds(userId, reviewed)).map(async (row, index) => ({
      ...row,
      sourceId: (row.kind === 'question' && ids[index]) || row.sourceId,
      otherSourceId: await derivedId(userId, row.sourceId),
      seconds: secondsOrNull(row.seconds),
      createdAt: time(row.createdAt),
    })),
  );
  const grades = items.flatMap(({ grades: given, ...item }) =>
    given
      .filter(({ day }) => hasBegun(day))
      .map((grade) => ({ ...grade, at: time(grade.at), id: item.id, otherId: item.otherId })),
  );
  return { items, grades };
}

export const convertReviewDays = (to: Destination, rows: Rows<'reviewDays'>) =>
  rows
    .filter(({ day }) => hasBegun(day))
    .map(({ day, isKept, takeaway }) => {
      const episodeId = takeaway === null ? undefined : ourIdOf(to, takeaway.episodeId);
      if (takeaway === null || episodeId === undefined) return { day, isKept, takeaway: null };
      const seconds = secondsOrNull(takeaway.seconds);
      return { day, isKept, takeaway: { ...takeaway, episodeId, seconds } };
    });

const askableSchema = quizQuestionSchema.pick({
  question: true,
  options: true,
  correctAnswerIndex: true,
  explanation: true,
});

/** Leaves out questions that no quiz could ask again. */
export async function convertQuizQuestions(to: Destination, rows: Rows<'quizQuestions'>) {
  const asked = withOurIds(to, rows).filter((row) => askableSchema.safeParse(row).success);
  // The document's own ids can't be trusted.
  const ids = await questionIds(
    to.db,
    to.userId,
    asked.map((row) => identityOf(row, row.episodeId)),
  );
  return asked.map((row, index) => ({
    ...row,
    questionHash: ids[index],
    askedAt: time(row.askedAt),
  }));
}

export const convertQuizResults = ({ userId }: Destination, rows: Rows<'quizResults'>) =>
  withOtherIds(
    userId,
    rows
      .filter(({ score, totalQuestions }) => score <= totalQuestions)
      .map((row) => ({ ...row, createdAt: time(row.createdAt) })),
  );

export const convertDigests = (to: Destination, rows: Rows<'digests'>) =>
  withOtherIds(
    to.userId,
    rows.map((row) => ({
      ...row,
      digest: relinked(to, row.digest),
      episodes: row.episodes.map((one) => ({ ...one, id: ourIdOf(to, one.id) ?? one.id })),
      periodStart: time(row.periodStart),
      periodEnd: time(row.periodEnd),
      createdAt: time(row.createdAt),
    })),
  );

export async function convertMoments(to: Destination, rows: Rows<'moments'>) {
  const moments = await withOtherIds(to.userId, inEpisodes(to, rows));
  return moments.map((row) => {
    const startSeconds = secondsIn(row.startSeconds);
    const endSeconds = Math.min(
      Math.max(startSeconds, row.endSeconds),
      startSeconds + MOMENT_MAX_SECONDS,
    );
    return { ...row, startSeconds, endSeconds, createdAt: time(row.createdAt) };
  });
}

export const convertPositions = (to: Destination, rows: Rows<'positions'>) =>
  inEpisodes(to, rows).map((row) => ({
    ...row,
    seconds: secondsIn(row.seconds),
    durationSeconds: secondsOrNull(row.durationSeconds),
    at: time(row.at),
  }));

/** How many rows are left out because their episode, or source, isn't here. */
export function countLeftOut(to: Destination, account: AccountDocument): number {
  const { savedInsights, generatedInsights, conversations, moments } = account;
  const { positions, reviewItems, quizQuestions, sources } = account;
  const ofEpisodes = [
    ...[savedInsights, generatedInsights, conversations, moments].flat(),
    ...[positions, reviewItems, quizQuestions].flat(),
  ];
  const isHomeless = ({ episodeId }: { episodeId: string | null }) =>
    episodeId !== null && ourIdOf(to, episodeId) === undefined;
  return (
    ofEpisodes.filter(isHomeless).length + sources.filter(({ id }) => !to.sources.has(id)).length
  );
}
