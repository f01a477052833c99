import { ACCOUNT_OPERATIONS } from './accounts.ts';
import { BRIEF_OPERATIONS } from './brief.ts';
import { CATALOGUE_OPERATIONS } from './catalogue.ts';
import { CHAT_OPERATIONS } from './chat.ts';
import { CONTENT_OPERATIONS } from './content.ts';
import { DIGEST_OPERATIONS } from './digest.ts';
import { EPISODE_OPERATIONS } from './episodes.ts';
import { INSIGHT_OPERATIONS } from './insights.ts';
import { LIBRARY_OPERATIONS } from './library.ts';
import { LISTENING_OPERATIONS } from './listening.ts';
import type { Operation } from './operation.ts';
import { OUTGOING_FEED_OPERATIONS } from './outgoing-feeds.ts';
import { OWN_PODCAST_OPERATIONS } from './own-podcasts.ts';
import { PLATFORM_OPERATIONS } from './platform.ts';
import { PROGRAM_OPERATIONS } from './programs.ts';
import { QUIZ_OPERATIONS } from './quiz.ts';
import { REVIEW_OPERATIONS } from './review.ts';
import { SEARCH_OPERATIONS } from './search.ts';
import { SOURCE_OPERATIONS } from './sources.ts';
import { TRANSFER_OPERATIONS } from './transfers.ts';

/** All operations of the API, by method and path as in the `routes` of the Hono app. */
export const REPLIES: Record<string, Operation> = {
  ...ACCOUNT_OPERATIONS,
  ...BRIEF_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...CHAT_OPERATIONS,
  ...CONTENT_OPERATIONS,
  ...DIGEST_OPERATIONS,
  ...EPISODE_OPERATIONS,
  ...INSIGHT_OPERATIONS,
  ...LIBRARY_OPERATIONS,
  ...LISTENING_OPERATIONS,
  ...OUTGOING_FEED_OPERATIONS,
  ...OWN_PODCAST_OPERATIONS,
  ...PLATFORM_OPERATIONS,
  ...PROGRAM_OPERATIONS,
  ...QUIZ_OPERATIONS,
  ...REVIEW_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...SOURCE_OPERATIONS,
  ...TRANSFER_OPERATIONS,
};
