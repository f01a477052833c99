/** Finds an episode's transcript: stored, or fetched once for everyone. */
import { addHours, addSeconds } from 'date-fns';
import type { TranscriptionJob } from '../../schema/wire/jobs.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { type FetchOutside, fetchOutsideFor } from '../platform/outbound/fetch-outside-for.ts';
import { whileRenewing } from '../platform/renew-lease.ts';
import { settingsOf } from '../platform/settings.ts';
import { fetchTranscript } from './fetch-transcript.ts';
import { readShared } from './recent-transcripts.ts';
import { hasTranscriptSource } from './sources.ts';
import {
  claimTranscript,
  type EpisodeWithState,
  findEpisodeWithState,
  findTranscriptState,
  markUnavailable,
  renewClaim,
} from './store.ts';
import { storeTranscript } from './store-transcript.ts';
import type { Transcript } from './transcript.ts';
import { canTranscribe } from './transcription/speech-to-text.ts';
import { markTranscription, readTranscription } from './transcription/store.ts';

export interface TranscriptDeps {
  db: Database;
  bucket: R2Bucket;
  fetchOutside: FetchOutside;
  /** Hours until an unavailable transcript is tried again. */
  retryHours: number;
  asYoutubeApp: boolean;
  /** Where audio is transcribed; null if it isn't. */
  queue: Pick<Queue<TranscriptionJob>, 'send'> | null;
  /**
   * Whether this request may start a transcription, which costs money. Finished ones are shared with
   * everyone.
   */
  mayTranscribe: boolean;
}

export type FoundTranscript =
  | {
      status: 'ready';
      transcript: Transcript;
      /** Of a stored transcript. */
      version?: number;
    }
  | { status: 'unavailable'; reason: string };

/** Renewed while fetching. If the worker dies, the next reader waits this long at most. */
const CLAIM_SECONDS = 30;
const RENEW_MS = 10_000;
/** Longer than fetching can take. */
const MAX_WAIT_SECONDS = 90;
/** Doubles up to the longest: a digest waits for twenty episodes, and each poll is a subrequest. */
const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 4_000;
/** Seconds until a retry after a temporary failure. */
const RETRY_SECONDS = 30;
const NOT_PUBLISHED = "The podcast doesn't publish a transcript of this episode.";

/** Builds the dependencies from the bindings. By default no transcription is started. */
export function transcriptDeps(env: Env, options = { mayTranscribe: false }): TranscriptDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    bucket: env.TRANSCRIPTS,
    fetchOutside: fetchOutsideFor(env),
    retryHours: settings.TRANSCRIPT_RETRY_HOURS,
    asYoutubeApp: settings.YOUTUBE_APP_CLIENT,
    queue: canTranscribe(env) ? env.TRANSCRIPTION_QUEUE : null,
    mayTranscribe: options.mayTranscribe,
  };
}

/**
 * Returns an episode's transcript as it is stored, or fetches it once for everybody who asks meanwhile.
 *
 * @throws AppError not_found for an unknown episode; unavailable if a retry may help, with the detail
 * transcriptProgress, in percent, while the audio is being transcribed
 */
export async function findTranscript(
  deps: TranscriptDeps,
  episodeId: string,
): Promise<FoundTranscript> {
  const episode = await findEpisodeWithState(deps.db, episodeId);
  if (!episode) throw new AppError('not_found', 'Episode not found');
  const known = await readKnown(deps, episodeId, episode.state);
  if (known) return known;
  const mayTranscribe = deps.queue !== null && deps.mayTranscribe;
  if (!hasTranscriptSource(episode, mayTranscribe) && episode.state?.status !== 'ready') {
    return { status: 'unavailable', reason: NOT_PUBLISHED };
  }
  return fetchOnce(deps, episode);
}

/** Returns what is already known; null if nothing is. */
async function readKnown(
  deps: TranscriptDeps,
  episodeId: string,
  state: EpisodeWithState['state'],
): Promise<FoundTranscript | null> {
  if (state?.status === 'ready') {
    const version = state.checkedAt.getTime();
    const transcript = await readShared(deps.bucket, episodeId, version);
    return transcript && { status: 'ready', transcript, version };
  }
  const isHeld = state?.retryAt && state.retryAt > new Date();
  if (state?.status === 'fetching' && state.progress !== null && isHeld) {
    throw stillTranscribing(state.progress);
  }
  if (state?.status === 'unavailable' && isHeld) {
    if (state.reason === null) throw notForNow();
    return { status: 'unavailable', reason: state.reason };
  }
  return null;
}

const claimedUntil = () => addSeconds(new Date(), CLAIM_SECONDS);

async function fetchOnce(
  deps: TranscriptDeps,
  episode: EpisodeWithState,
): Promise<FoundTranscript> {
  const deadline = addSeconds(new Date(), MAX_WAIT_SECONDS);
  // 'ready' without its file means that the transcript was lost, so it is fetched again.
  const evenIfReady = episode.state?.status === 'ready';
  while (!(await claimTranscript(deps.db, episode.id, claimedUntil(), { evenIfReady }))) {
    const found = await awaitOther(deps, episode.id, deadline);
    if (found) return found;
  }
  try {
    return await whileRenewing(
      () => renewClaim(deps.db, episode.id, claimedUntil()),
      RENEW_MS,
      () => fetchAndKeep(deps, episode),
    );
  } catch (error) {
    const isTranscribing = error instanceof AppError && 'transcriptProgress' in error.details;
    if (!isTranscribing) {
      const retryAt = addSeconds(new Date(), RETRY_SECONDS);
      await markUnavailable(deps.db, episode.id, null, retryAt);
    }
    throw error;
  }
}

/** Waits for what another worker fetches. Null once its claim has expired. */
async function awaitOther(
  deps: TranscriptDeps,
  episodeId: string,
  deadline: Date,
): Promise<FoundTranscript | null> {
  for (
    let wait = FIRST_POLL_MS;
    new Date() <= deadline;
    wait = Math.min(2 * wait, LONGEST_POLL_MS)
  ) {
    await scheduler.wait(wait);
    const state = await findTranscriptState(deps.db, episodeId);
    const found = await readKnown(deps, episodeId, state);
    if (found || !state?.retryAt || state.retryAt <= new Date()) return found;
  }
  throw new AppError('unavailable', 'The transcript is still being fetched. Please try again.');
}

async function fetchAndKeep(
  deps: TranscriptDeps,
  episode: EpisodeWithState,
): Promise<FoundTranscript> {
  const fetched = await fetchTranscript(deps.fetchOutside, episode, deps);
  if (fetched.status === 'ready') {
    await storeTranscript(deps, episode, fetched.transcript, fetched.sourceUrl);
    return { status: 'ready', transcript: fetched.transcript };
  }
  const queue = episode.audioUrl ? deps.queue : null;
  if (queue && deps.mayTranscribe && !fetched.mayLinksRecover) {
    return startTranscription(deps, queue, episode.id);
  }
  if (fetched.isTemporary) throw notForNow();
  if (queue) {
    // Someone who may start a transcription can ask again at once.
    await markUnavailable(deps.db, episode.id, null, new Date());
    return { status: 'unavailable', reason: NOT_PUBLISHED };
  }
  const retryAt = addHours(new Date(), deps.retryHours);
  await markUnavailable(deps.db, episode.id, fetched.reason, retryAt);
  return fetched;
}

/** Queues the transcription, continuing an earlier attempt. */
async function startTranscription(
  deps: TranscriptDeps,
  queue: NonNullable<TranscriptDeps['queue']>,
  episodeId: string,
): Promise<never> {
  const { state } = await readTranscription(deps.bucket, episodeId);
  await markTranscription(deps.db, episodeId, 0);
  await queue.send({ episodeId, pieces: state?.pieces ?? 0 });
  throw stillTranscribing(0);
}

function notForNow(): AppError {
  return new AppError('unavailable', 'Unable to fetch transcript. Please try again later.');
}

function stillTranscribing(transcriptProgress: number): AppError {
  return new AppError(
    'unavailable',
    `The audio is being transcribed (${transcriptProgress}%). Please try again in a few minutes.`,
    { details: { transcriptProgress } },
  );
}
