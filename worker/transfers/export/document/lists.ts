import type { DocumentList } from '../../../../schema/wire/account-document.ts';
import type { Database } from '../../../platform/database.ts';
import { pagesOfEpisodes, pagesOfPodcasts } from './podcasts.ts';
import {
  pagesOfQuizQuestions,
  pagesOfQuizResults,
  pagesOfReviewDays,
  pagesOfReviewItems,
} from './reviews.ts';
import {
  pagesOfConversations,
  pagesOfDigests,
  pagesOfGeneratedInsights,
  pagesOfMoments,
  pagesOfPositions,
  pagesOfSavedInsights,
} from './saved.ts';
import { pagesOfSources } from './sources.ts';

/** Reads the rows of one list of the document in pages, ordered by id. */
export const PAGES_OF: Record<
  DocumentList,
  (db: Database, userId: string, bucket: R2Bucket) => AsyncIterable<object[]>
> = {
  podcasts: pagesOfPodcasts,
  episodes: pagesOfEpisodes,
  sources: pagesOfSources,
  savedInsights: pagesOfSavedInsights,
  generatedInsights: pagesOfGeneratedInsights,
  conversations: pagesOfConversations,
  moments: pagesOfMoments,
  positions: pagesOfPositions,
  reviewItems: pagesOfReviewItems,
  reviewDays: pagesOfReviewDays,
  quizQuestions: pagesOfQuizQuestions,
  quizResults: pagesOfQuizResults,
  digests: pagesOfDigests,
};
