/** Finds what was said in an episode: kept already, or fetched once for everybody. */
import { addHours, addSeconds } from 'date-fns';
import type { TranscriptionJob } from '../../schema/wire/jobs.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { type FetchOutside, fetchOutsideFor } from '../platform/outbound-settings.ts';
import { whileRenewing } from '../platform/renew-lease.ts';
import { settingsOf } from '../platform/settings.ts';
import { fetchTranscript } from './fetch-transcript.ts';
import { hasTranscriptSource } from './sources.ts';
import {
  claimTranscript,
  type EpisodeSource,
  findSource,
  findTranscriptState,
  markUnavailable,
  readStoredTranscript,
  renewClaim,
} from './store.ts';
import { storeTranscript } from './store-transcript.ts';
import type { Transcript } from './transcript.ts';
import { canTranscribe } from './transcription.ts';
import { markTranscription, readTranscription } from './transcription-store.ts';

export interface TranscriptDeps {
  db: Database;
  bucket: R2Bucket;
  fetchOutside: FetchOutside;
  /** Until an episode without a transcript is asked for again. */
  retryHours: number;
  asYoutubeApp: boolean;
  /** Where audio is turned into text; null where it is not. */
  queue: Pick<Queue<TranscriptionJob>, 'send'> | null;
  /** Whether this request may start a transcription, which costs money. Finished ones are for everybody. */
  mayTranscribe: boolean;
}

export type FoundTranscript =
  | { status: 'ready'; transcript: Transcript }
  | { status: 'unavailable'; reason: string };

/** Renewed while it is being fetched: so long somebody who died over it holds up the next reader. */
const CLAIM_SECONDS = 30;
const RENEW_MS = 10_000;
/** Longer than fetching can take. */
const PATIENCE_SECONDS = 90;
const POLL_MS = 250;
/** Until a transcript is asked for again that could not be fetched for now. */
const PASSING_SECONDS = 30;
const NOT_PUBLISHED = "The podcast doesn't publish a transcript of this episode.";

/** What finding a transcript needs of the bindings. By default it starts no transcription. */
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
 * @throws AppError not_found for an unknown episode; unavailable where trying again may help, with
 *   the detail transcriptProgress, in percent, while its audio is being transcribed
 */
export async function findTranscript(
  deps: TranscriptDeps,
  episodeId: string,
): Promise<FoundTranscript> {
  const episode = await findSource(deps.db, episodeId);
  if (!episode) throw new AppError('not_found', 'Episode not found');
  const known = await readKnown(deps, episodeId, episode.state);
  if (known) return known;
  const mayTranscribe = deps.queue !== null && deps.mayTranscribe;
  if (!hasTranscriptSource(episode, mayTranscribe) && episode.state?.status !== 'ready') {
    return { status: 'unavailable', reason: NOT_PUBLISHED };
  }
  return fetchOnce(deps, episode);
}

/** What is known without asking anyone outside; null where nothing is. */
async function readKnown(
  deps: TranscriptDeps,
  episodeId: string,
  state: EpisodeSource['state'],
): Promise<FoundTranscript | null> {
  if (state?.status === 'ready') {
    const transcript = await readStoredTranscript(deps.bucket, episodeId);
    return transcript && { status: 'ready', transcript };
  }
  const isHeld = state?.retryAt && state.retryAt > new Date();
  if (state?.status === 'fetching' && state.progress !== null && isHeld) {
    throw stillTranscription(state.progress);
  }
  if (state?.status === 'unavailable' && isHeld) {
    if (state.reason === null) throw notForNow();
    return { status: 'unavailable', reason: state.reason };
  }
  return null;
}

const claimedUntil = () => addSeconds(new Date(), CLAIM_SECONDS);

async function fetchOnce(deps: TranscriptDeps, episode: EpisodeSource): Promise<FoundTranscript> {
  const deadline = addSeconds(new Date(), PATIENCE_SECONDS);
  // 'ready' without its file is a transcript that was lost: it is fetched anew.
  const evenIfReady = episode.state?.status === 'ready';
  while (!(await claimTranscript(deps.db, episode.id, claimedUntil(), { evenIfReady }))) {
    await scheduler.wait(POLL_MS);
    const state = await findTranscriptState(deps.db, episode.id);
    const known = await readKnown(deps, episode.id, state);
    if (known) return known;
    if (new Date() > deadline) {
      throw new AppError('unavailable', 'The transcript is still being fetched. Please try again.');
    }
  }
  try {
    return await whileRenewing(
      () => renewClaim(deps.db, episode.id, claimedUntil()),
      RENEW_MS,
      () => fetchAndKeep(deps, episode),
    );
  } catch (error) {
    const isGoingOn = error instanceof AppError && 'transcriptProgress' in error.details;
    if (!isGoingOn) {
      const retryAt = addSeconds(new Date(), PASSING_SECONDS);
      await markUnavailable(deps.db, episode.id, null, retryAt);
    }
    throw error;
  }
}

async function fetchAndKeep(
  deps: TranscriptDeps,
  episode: EpisodeSource,
): Promise<FoundTranscript> {
  const fetched = await fetchTranscript(deps.fetchOutside, episode, deps);
  const { queue } = deps;
  const canBeTranscribed = queue !== null && Boolean(episode.audioUrl);
  const isWorthTranscription = fetched.status === 'unavailable' && !fetched.isFeedPassing;
  if (isWorthTranscription && canBeTranscribed && deps.mayTranscribe)
    return startTranscription(deps, queue, episode.id);
  if (fetched.status === 'unavailable' && fetched.isPassing) {
    throw notForNow();
  }
  if (fetched.status === 'unavailable' && canBeTranscribed) {
    // Whoever may start a transcription can ask at once.
    await markUnavailable(deps.db, episode.id, null, new Date());
    return { status: 'unavailable', reason: NOT_PUBLISHED };
  }
  if (fetched.status === 'unavailable') {
    const retryAt = addHours(new Date(), deps.retryHours);
    await markUnavailable(deps.db, episode.id, fetched.reason, retryAt);
    return fetched;
  }
  await storeTranscript(deps, episode, fetched.transcript, fetched.sourceUrl);
  return { status: 'ready', transcript: fetched.transcript };
}

/** Leaves the work to the queue, from where an earlier try has come to. */
async function startTranscription(
  deps: TranscriptDeps,
  queue: NonNullable<TranscriptDeps['queue']>,
  episodeId: string,
): Promise<never> {
  const kept = await readTranscription(deps.bucket, episodeId);
  await markTranscription(deps.db, episodeId, 0);
  await queue.send({ episodeId, pieces: kept?.state.pieces ?? 0 });
  throw stillTranscription(0);
}

function notForNow(): AppError {
  return new AppError('unavailable', 'Unable to fetch transcript. Please try again later.');
}

function stillTranscription(transcriptProgress: number): AppError {
  return new AppError(
    'unavailable',
    `The audio is being transcribed (${transcriptProgress}%). Please try again in a few minutes.`,
    { details: { transcriptProgress } },
  );
}
