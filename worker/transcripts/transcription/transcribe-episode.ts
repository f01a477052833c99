/** Transcribes one piece of an episode and stores how far it got, so that any worker can go on. */
import { addHours } from 'date-fns';
import type { TranscriptionJob } from '../../../schema/wire/jobs.ts';
import type { Database } from '../../platform/database.ts';
import type { FetchOutside } from '../../platform/outbound/fetch-outside-for.ts';
import { findEpisodeWithState, markUnavailable } from '../store.ts';
import { storeTranscript } from '../store-transcript.ts';
import { type Transcribe, TranscriptionError } from './speech-to-text.ts';
import {
  deleteTranscription,
  markTranscription,
  readTranscription,
  writeTranscription,
} from './store.ts';
import {
  isTranscribed,
  MAX_AUDIO_SECONDS,
  newTranscription,
  transcribeNextPiece,
} from './transcribe-audio.ts';

export interface TranscriptionDeps {
  db: Database;
  bucket: R2Bucket;
  fetchOutside: FetchOutside;
  transcribe: Transcribe;
  /** Hours until an episode that could not be transcribed is tried again. */
  retryHours: number;
}

/**
 * Transcribes the next piece, and stores the transcript after the last one.
 *
 * @param isRepeated the message was delivered before, and that run may have been cut short
 * @returns the job of the piece after it; null where there is nothing left to do
 * @throws TranscriptionError, OutboundError
 */
export async function transcribeEpisode(
  deps: TranscriptionDeps,
  job: TranscriptionJob,
  isRepeated: boolean,
): Promise<TranscriptionJob | null> {
  const episode = await findEpisodeWithState(deps.db, job.episodeId);
  // Deleted since, maybe after its last piece was stored; or done, but this could not be deleted then.
  if (!episode || episode.state?.status === 'ready') {
    await deleteTranscription(deps.bucket, job.episodeId);
    return null;
  }
  const isWanted = episode.state?.status === 'fetching' && episode.state.progress !== null;
  if (!isWanted || !episode.audioUrl) return null;
  if ((episode.durationSeconds ?? 0) > MAX_AUDIO_SECONDS) {
    throw new TranscriptionError('Episodes longer than 4 hours are not transcribed.', false);
  }
  const kept = await readTranscription(deps.bucket, episode.id);
  let state = kept.state ?? newTranscription(episode.audioUrl);
  if (!isTranscribed(state)) {
    if (state.pieces !== job.pieces) {
      // The piece is done, but the run that did it may have died before it sent the next message.
      return isRepeated ? { ...job, pieces: state.pieces } : null;
    }
    state = await transcribeNextPiece(state, deps.fetchOutside, deps.transcribe);
    const isOurs = await writeTranscription(deps.bucket, episode.id, state, kept.etag);
    if (!isOurs) return null;
  }
  if (!isTranscribed(state)) {
    const percent = Math.floor((100 * state.nextByte) / (state.totalBytes ?? Infinity));
    await markTranscription(deps.db, episode.id, Math.min(99, percent));
    return { ...job, pieces: state.pieces };
  }
  if (state.lines.length === 0)
    throw new TranscriptionError('The audio contains no speech.', false);
  const { language, lines } = state;
  await storeTranscript(deps, episode, { source: 'speech', language, lines }, episode.audioUrl);
  await deleteTranscription(deps.bucket, episode.id);
  return null;
}

/** Marks the transcript as unavailable, with the reason and the time of the next try. */
export async function giveUpTranscription(
  deps: Pick<TranscriptionDeps, 'db' | 'bucket' | 'retryHours'>,
  episodeId: string,
  reason: string,
  options: { canGoOn: boolean },
): Promise<void> {
  if (!options.canGoOn) await deleteTranscription(deps.bucket, episodeId);
  await markUnavailable(deps.db, episodeId, reason, addHours(new Date(), deps.retryHours));
}
