/**
 * Imports an account's document into an account. Existing rows stay unchanged, so importing a document
 * twice adds nothing. Documents are untrusted: rows shared with other users are matched but never
 * written, and all limits of an account apply.
 */
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import type { RefreshJob } from '../../../schema/wire/jobs.ts';
import { claimQueued } from '../../episodes/feed-claims.ts';
import type { Database } from '../../platform/database.ts';
import { sendAll } from '../../platform/queues/send-all.ts';
import { restoreSources } from '../../sources/restore-sources.ts';
import {
  convertConversations,
  convertDigests,
  convertGeneratedInsights,
  convertMoments,
  convertPositions,
  convertQuizQuestions,
  convertQuizResults,
  convertReviewDays,
  convertReviewItems,
  convertSavedInsights,
  convertSources,
  countLeftOut,
} from './convert-rows.ts';
import { addHead } from './head.ts';
import { matchEpisodes, matchPodcasts } from './match-podcasts.ts';
import type { ImportTarget } from './row-sql.ts';
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
} from './rows.ts';
import { withOtherIds } from './values.ts';

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
  const matched = await matchPodcasts(target, account);
  const episodes = await matchEpisodes(target, account, matched.podcasts);

  const sources = await restoreSources(
    { db, bucket },
    userId,
    await convertSources(userId, account.sources),
    await withOtherIds(
      userId,
      referencesOf(account).filter(({ id }) => !episodes.has(id)),
    ),
    target.counted('sources'),
  );

  const to = { db, userId, episodes, sources };
  const { conversations, followUps } = await convertConversations(to, account.conversations);
  const { items, grades } = await convertReviewItems(to, account.reviewItems);
  // Which question is which depends on those that the account has, so before it has more.
  const questions = await convertQuizQuestions(to, account.quizQuestions);

  await addSavedInsights(target, await convertSavedInsights(to, account.savedInsights));
  await addGeneratedInsights(target, convertGeneratedInsights(to, account.generatedInsights));
  await addConversations(target, conversations, followUps);
  await addMoments(target, await convertMoments(to, account.moments));
  await addPositions(target, convertPositions(to, account.positions));
  await addReviewItems(target, items, grades);
  await addReviewDays(target, convertReviewDays(to, account.reviewDays));
  await addQuizQuestions(target, questions);
  await addQuizResults(target, await convertQuizResults(to, account.quizResults));
  await addDigests(target, await convertDigests(to, account.digests));
  await addHead(db, userId, account);
  await requestRefreshes(db, refreshes, matched.fresh);
  return countLeftOut(to, account);
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
  await sendAll(
    refreshes,
    claimed.map((podcastId) => ({ podcastId })),
  );
}
