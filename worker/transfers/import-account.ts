/**
 * Imports an account's document into an account. Existing rows stay unchanged, so importing a document
 * twice adds nothing. Documents are untrusted: rows shared with other users are matched but never
 * written, and all limits of an account apply.
 */
import type { AccountDocument } from '../../schema/wire/account-document.ts';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import { claimQueued } from '../episodes/feed-claims.ts';
import { renderInsight } from '../library/render-insight.ts';
import type { Database } from '../platform/database.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { identityOf, questionIds } from '../quiz/question-ids.ts';
import { restoreSources } from '../sources/restore-sources.ts';
import { addHead } from './import-head.ts';
import {
  addConversations,
  addDigests,
  addGeneratedInsights,
  addMoments,
  addPositions,
  addQuizQuestions,
  addQuizResults,
  addReviewDays,
  addReviewItems,
  addSavedInsights,
  type ImportTarget,
} from './import-rows.ts';
import { derivedId, time, webAddress, withOtherIds } from './import-values.ts';
import { placeEpisodes, placePodcasts } from './place-podcasts.ts';

export interface ImportDeps {
  db: Database;
  /** Where the texts of sources go. */
  bucket: R2Bucket;
  refreshes: Pick<Queue<RefreshJob>, 'sendBatch'>;
}

/** @returns how many rows were left out. Imported ones are counted as they are written. */
export async function importAccount(
  { bucket, refreshes }: Omit<ImportDeps, 'db'>,
  target: ImportTarget,
  account: AccountDocument,
): Promise<number> {
  const { db, userId } = target;
  const withIds = <Row extends { id: string }>(rows: Row[]) => withOtherIds(userId, rows);
  const placed = await placePodcasts(target, account);
  const episodes = await placeEpisodes(target, account, placed.podcasts);

  const sources = await restoreSources(
    { db, bucket },
    userId,
    (await withIds(account.sources)).map((row) => ({
      ...row,
      title: row.title.toWellFormed(),
      author: row.author?.toWellFormed() ?? null,
      address: webAddress(row.address),
      publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt),
      createdAt: new Date(row.createdAt),
      updatedAt: new Date(row.updatedAt),
      text: row.text.toWellFormed(),
    })),
    await withIds(referencesOf(account).filter(({ id }) => !episodes.has(id))),
    target.counted('sources'),
  );

  const placeOf = (id: string) => episodes.get(id) ?? sources.get(id);
  const inPlace = <Row extends { episodeId: string }>(rows: Row[]) =>
    rows.flatMap((row) => {
      const episodeId = placeOf(row.episodeId);
      return episodeId === undefined ? [] : [{ ...row, episodeId }];
    });
  const isPlayed = ({ episodeId }: { episodeId: string }) => !sources.has(episodeId);
  /** Texts about several episodes link to them by id, and imported episodes have new ids. */
  const relinked = (text: string) =>
    text.replace(/(?<=[?&]episode=)[\da-f-]{36}/g, (id) => placeOf(id) ?? id);

  const saved = await Promise.all(
    (await withIds(inPlace(account.savedInsights))).map(async (row) => ({
      ...row,
      insight: row.insight.toWellFormed(),
      insightHtml: renderInsight(row.insight),
      insightHash: await sha256Hex(row.insight.trim()),
      tags: [...new Set(row.tags)],
      generatedAt: time(row.generatedAt),
    })),
  );
  const conversations = await withIds(
    account.conversations.flatMap((row) => {
      const episodeId = row.episodeId === null ? null : placeOf(row.episodeId);
      return episodeId === undefined ? [] : [{ ...row, episodeId, createdAt: time(row.createdAt) }];
    }),
  );
  const followUps = await withIds(
    conversations.flatMap((row) =>
      row.followUps.map((followUp) => ({
        ...followUp,
        answer: row.episodeId === null ? relinked(followUp.answer) : followUp.answer,
        createdAt: time(followUp.createdAt),
        sessionId: row.id,
        otherSessionId: row.otherId,
      })),
    ),
  );
  const reviewed = inPlace(account.reviewItems);
  const reviewedQuestions = await questionIds(
    db,
    userId,
    reviewed.map(({ episodeId, front, back }) => ({ episodeId, question: front, answer: back })),
  );
  const items = await Promise.all(
    (await withIds(reviewed)).map(async (row, index) => ({
      ...row,
      sourceId: (row.kind === 'question' && reviewedQuestions[index]) || row.sourceId,
      otherSourceId: await derivedId(userId, row.sourceId),
      createdAt: time(row.createdAt),
    })),
  );
  const grades = items.flatMap(({ grades: given, ...item }) =>
    given.map((grade) => ({ ...grade, at: time(grade.at), id: item.id, otherId: item.otherId })),
  );
  const asked = inPlace(account.quizQuestions).filter(
    ({ options, correctAnswerIndex }) => correctAnswerIndex < options.length,
  );
  // The document's own ids can't be trusted.
  const askedIds = await questionIds(
    db,
    userId,
    asked.map((row) => identityOf(row, row.episodeId)),
  );
  const questions = asked.map((row, index) => ({
    ...row,
    questionHash: askedIds[index],
    askedAt: time(row.askedAt),
  }));
  const days = account.reviewDays.map(({ day, isKept, takeaway }) => {
    const episodeId = takeaway === null ? undefined : placeOf(takeaway.episodeId);
    return { day, isKept, takeaway: takeaway && episodeId ? { ...takeaway, episodeId } : null };
  });
  const results = await withIds(
    account.quizResults
      .filter(({ score, totalQuestions }) => score <= totalQuestions)
      .map((row) => ({ ...row, createdAt: time(row.createdAt) })),
  );
  const digests = await withIds(
    account.digests.map((row) => ({
      ...row,
      digest: relinked(row.digest),
      episodes: row.episodes.map((one) => ({ ...one, id: placeOf(one.id) ?? one.id })),
      periodStart: time(row.periodStart),
      periodEnd: time(row.periodEnd),
      createdAt: time(row.createdAt),
    })),
  );
  const moments = (await withIds(inPlace(account.moments.filter(isPlayed)))).map((row) => ({
    ...row,
    createdAt: time(row.createdAt),
  }));
  const positions = inPlace(account.positions.filter(isPlayed)).map((row) => ({
    ...row,
    at: time(row.at),
  }));
  const generated = inPlace(account.generatedInsights).map((row) => ({
    ...row,
    generatedAt: time(row.generatedAt),
  }));

  await addSavedInsights(target, saved);
  await addGeneratedInsights(target, generated);
  await addConversations(target, conversations, followUps);
  await addMoments(target, moments);
  await addPositions(target, positions);
  await addReviewItems(target, items, grades);
  await addReviewDays(target, days);
  await addQuizQuestions(target, questions);
  await addQuizResults(target, results);
  await addDigests(target, digests);
  await addHead(db, userId, account);
  await requestRefreshes(db, refreshes, placed.fresh);
  const homeless = (rows: { episodeId: string | null }[]) =>
    rows.filter(({ episodeId }) => episodeId !== null && !placeOf(episodeId)).length;
  const { savedInsights, generatedInsights, reviewItems, quizQuestions } = account;
  return [
    ...[savedInsights, generatedInsights, account.conversations, account.moments],
    ...[account.positions, reviewItems, quizQuestions],
  ]
    .map(homeless)
    .concat(account.sources.filter(({ id }) => !sources.has(id)).length)
    .reduce((total, count) => total + count, 0);
}

/** The episodes, or sources, that the account's rows name. */
function referencesOf(account: AccountDocument): { id: string }[] {
  const { savedInsights, generatedInsights, conversations, reviewItems, quizQuestions } = account;
  const rows = [
    ...[savedInsights, generatedInsights, conversations, reviewItems, quizQuestions].flat(),
    ...account.reviewDays.flatMap(({ takeaway }) => takeaway ?? []),
  ];
  const ids = rows.flatMap(({ episodeId }) => episodeId ?? []);
  return [...new Set(ids)].map((id) => ({ id }));
}

/** Queues a refresh for each podcast that was added. */
async function requestRefreshes(
  db: Database,
  refreshes: ImportDeps['refreshes'],
  podcastIds: string[],
): Promise<void> {
  if (podcastIds.length === 0) return;
  const claimed = await claimQueued(db, podcastIds);
  // Claimed podcasts whose message isn't sent are taken over later.
  for (let index = 0; index < claimed.length; index += 100) {
    await refreshes.sendBatch(
      claimed.slice(index, index + 100).map((podcastId) => ({ body: { podcastId } })),
    );
  }
}
