/** One message's worth of hearing an episode; what it leaves behind lets any other go on. */
import { addHours } from 'date-fns';
import type { HearingJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import type { FetchOutside } from '../platform/outbound-settings.ts';
import { hearNextPiece, isHeard, MAX_AUDIO_SECONDS, startHearing } from './hear-audio.ts';
import { type Hear, HearingError } from './hearing.ts';
import { deleteHearing, markHearing, readHearing, writeHearing } from './hearing-store.ts';
import { keepTranscript } from './keep-transcript.ts';
import { findSource, markUnavailable } from './store.ts';

export interface HearingDeps {
  db: Database;
  bucket: R2Bucket;
  fetchOutside: FetchOutside;
  hear: Hear;
  /** Until an episode that cannot be heard is asked for again. */
  retryHours: number;
}

/**
 * Transcribes the next piece, or keeps the transcript where that was the last one.
 *
 * @param isRepeated the message was delivered before: what it did then may have been cut short
 * @returns the job of the piece after it; null where there is nothing left to do
 * @throws HearingError, OutboundError
 */
export async function hearEpisode(
  deps: HearingDeps,
  job: HearingJob,
  isRepeated: boolean,
): Promise<HearingJob | null> {
  const episode = await findSource(deps.db, job.episodeId);
  const isWanted = episode?.state?.status === 'fetching' && episode.state.progress !== null;
  if (!isWanted || !episode.audioUrl) return null;
  if ((episode.durationSeconds ?? 0) > MAX_AUDIO_SECONDS) {
    throw new HearingError('Episodes of more than 4 hours are not transcribed.', false);
  }
  const kept = await readHearing(deps.bucket, episode.id);
  let state = kept?.state ?? startHearing(episode.audioUrl);
  if (!isHeard(state)) {
    if (state.pieces !== job.pieces) {
      // The piece is heard; whether the next message was sent, only the one cut short cannot know.
      return isRepeated ? { ...job, pieces: state.pieces } : null;
    }
    state = await hearNextPiece(state, deps.fetchOutside, deps.hear);
    const isOurs = await writeHearing(deps.bucket, episode.id, state, kept?.etag ?? null);
    if (!isOurs) return null;
  }
  if (!isHeard(state)) {
    const percent = Math.floor((100 * state.nextByte) / (state.totalBytes ?? Infinity));
    await markHearing(deps.db, episode.id, Math.min(99, percent));
    return { ...job, pieces: state.pieces };
  }
  if (state.lines.length === 0) throw new HearingError('No words could be heard.', false);
  const { language, lines } = state;
  await keepTranscript(deps, episode, { source: 'speech', language, lines }, episode.audioUrl);
  await deleteHearing(deps.bucket, episode.id);
  return null;
}

/** The transcript will not come: it is said why, and asked for again after a while. */
export async function giveUpHearing(
  deps: Pick<HearingDeps, 'db' | 'bucket' | 'retryHours'>,
  episodeId: string,
  reason: string,
  options: { canGoOn: boolean },
): Promise<void> {
  if (!options.canGoOn) await deleteHearing(deps.bucket, episodeId);
  await markUnavailable(deps.db, episodeId, reason, addHours(new Date(), deps.retryHours));
}
