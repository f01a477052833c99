/** Collects what an answer from all of a user's podcasts needs: the episodes that match the question best. */

import { toStandaloneQuestion } from '../assistant/asking/complete-question.ts';
import { parseRequest } from '../assistant/asking/parse-request.ts';
import { correctSpelling } from '../assistant/asking/spelling.ts';
import type { Exchange } from '../assistant/assistant.ts';
import { timesSaidIn } from '../assistant/retrieval/transcript-index.ts';
import { withinMemory } from '../assistant/within-memory.ts';
import { toAssistantEpisode } from '../episodes/assistant-episode.ts';
import { listEpisodes } from '../episodes/store.ts';
import { AppError } from '../platform/errors.ts';
import { findEpisodesAbout, findNewestEpisodes } from '../search/find-episodes.ts';
import { isScopeEmpty } from '../search/scope.ts';
import { type SearchDeps, searchDeps } from '../search/search.ts';
import {
  readShared,
  recentTranscript,
  rememberTranscript,
} from '../transcripts/recent-transcripts.ts';
import { NOBODY } from './load-material.ts';
import { findReader } from './store.ts';
import type { AnswerMaterial } from './write-answer.ts';

const NOTHING_TO_ASK =
  "You haven't subscribed to any podcasts yet. Subscribe to one or add a source, then ask again. " +
  'This did not use up a question.';
const NOTHING_READ =
  'None of your episodes has its transcript here yet. Generate insights or download the transcript of one under ' +
  'Recent Episodes, then ask again. This did not use up a question.';
const STILL_READING =
  'Your newest episodes are still being read. Ask again in a minute. This did not use up a question.';
const MAX_EPISODES = 8;
/** How many transcripts may be read before they are in the index. */
const MAX_UNINDEXED = 4;

interface AllPodcastsDeps extends SearchDeps {
  bucket: R2Bucket;
}

/** What a conversation about all podcasts needs of the environment. */
export const allPodcastsDeps = (env: Env): AllPodcastsDeps => ({
  ...searchDeps(env),
  bucket: env.TRANSCRIPTS,
});

/**
 * Determines what the user may search for each question, so podcasts they have left aren't used. The index
 * only selects episodes; quotations come from the stored transcripts.
 *
 * @throws AppError `conflict` if the user has nothing to ask about, none of it has a transcript, or too much of
 *   it is not in the index yet
 */
export async function loadMaterialFromAll(
  deps: AllPodcastsDeps,
  userId: string,
  question: string,
  earlier: Exchange[],
): Promise<AnswerMaterial> {
  const { db, bucket } = deps;
  const { text: spelled } = correctSpelling(question, await deps.loadMeanings(), null);
  const [reader, ids] = await Promise.all([
    findReader(db, userId),
    parseRequest(spelled, timesSaidIn(null), earlier)
      ? findNewestEpisodes(deps, userId, MAX_EPISODES)
      : selectEpisodes(deps, userId, toStandaloneQuestion(spelled, earlier)),
  ]);
  if (ids.length === 0 && (await findNewestEpisodes(deps, userId, 1)).length === 0) {
    const isEmpty = await isScopeEmpty(db, userId);
    throw new AppError('conflict', isEmpty ? NOTHING_TO_ASK : NOTHING_READ);
  }
  const rows = new Map((await listEpisodes(db, ids)).map((row) => [row.id, row]));
  const found = await Promise.all(
    ids.map(async (id) => {
      const row = rows.get(id);
      if (!row) return [];
      const lines =
        recentTranscript(id, row.transcriptVersion) ??
        (await readShared(bucket, id, row.transcriptVersion))?.lines ??
        [];
      return lines.length > 0 ? [{ row, lines }] : [];
    }),
  );
  const episodes = withinMemory(found.flat()).map(({ row, lines }) =>
    toAssistantEpisode(row, rememberTranscript(row.id, row.transcriptVersion, lines)),
  );
  return { reader: reader ?? NOBODY, episodes };
}

/** Ids of the episodes that match, and of some that the index lacks: their text shows whether they do. */
async function selectEpisodes(
  deps: AllPodcastsDeps,
  userId: string,
  question: string,
): Promise<string[]> {
  const { found, unindexed } = await findEpisodesAbout(deps, userId, question, MAX_EPISODES);
  if (found.length === 0 && unindexed.length > MAX_EPISODES) {
    throw new AppError('conflict', STILL_READING);
  }
  const room = Math.min(unindexed.length, MAX_UNINDEXED);
  return [...found.slice(0, MAX_EPISODES - room), ...unindexed].slice(0, MAX_EPISODES);
}
