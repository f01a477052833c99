/** Runs one generation, from the queue to the waiting readers. */
import { isFuture } from 'date-fns';
import type { Assistant, Reader } from '../assistant/assistant.ts';
import { insightMarkdown, STAND_IN_NOTE } from '../assistant/markdown.ts';
import { type ChatSessions, notifySessions } from '../chat/notify-sessions.ts';
import { toAssistantEpisode } from '../episodes/assistant-episode.ts';
import { findAnyEpisode } from '../episodes/store.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { MAX_DEATHS, withLease } from '../platform/leases.ts';
import { describeError, log } from '../platform/logging.ts';
import type { FoundTranscript } from '../transcripts/find-transcript.ts';
import { rememberFound } from '../transcripts/recent-transcripts.ts';
import { beginAttempt, endAttempt, holdGeneration } from './generation-leases.ts';
import { profileKeyOf } from './profile-key.ts';
import {
  failGenerations,
  findInsight,
  findWork,
  finishWithShared,
  type InsightKey,
  listSharing,
  setProfileKey,
  storeInsight,
} from './store.ts';

export const NO_TRANSCRIPT =
  "Sorry, I couldn't analyze this podcast because the transcript isn't available. " +
  'Please try another episode or contact support if you believe this is an error.';

export const INSIGHT_FAILED = 'Sorry, there was an error generating insights. Please try again.';

/** The assistant's progress, in percent, starts here. */
const WRITING_FROM = 30;
const WRITING_TO = 95;

export interface GenerateDeps {
  db: Database;
  sessions: ChatSessions;
  assistant: Assistant;
  findTranscript: (episodeId: string) => Promise<FoundTranscript>;
}

/**
 * Settled: done. Waiting: another reader's generation is writing the same insight, or the audio is
 * still being transcribed.
 */
export type Outcome = 'settled' | 'waiting';

/** A generation, and who it is for. */
interface Work {
  id: string;
  userId: string;
  reader: Reader;
}

/** Idempotent. Throws if a retry may help. */
export async function generateInsight(deps: GenerateDeps, generationId: string): Promise<Outcome> {
  const work = await findWork(deps.db, generationId);
  if (work?.status !== 'queued') return 'settled';
  const { episodeId } = work;
  const { kind, model } = deps.assistant;
  const key = { episodeId, kind, model, profileKey: await profileKeyOf(work.reader) };
  // The reader may have changed the profile since.
  if (work.profileKey !== key.profileKey) await setProfileKey(deps.db, work.id, key.profileKey);

  const shared = await findInsight(deps.db, key);
  if (shared) {
    // Another reader got it in the meantime, so it is free.
    await finishWithShared(deps.db, work, shared.id);
    await tellDone(deps, [work.userId], episodeId, shared.insight);
    return 'settled';
  }
  const [leader] = await listSharing(deps.db, key, { onlyFirst: true });
  const isAlone = leader === undefined || leader.id === work.id;
  // Only wait for a generation whose worker is alive.
  if (!isAlone && leader.leaseUntil && isFuture(leader.leaseUntil)) return 'waiting';

  const leaseKey = ['insight', episodeId, kind, model, key.profileKey].join(' ');
  const outcome = await withLease(
    deps.db,
    leaseKey,
    () => attempt(deps, work, key),
    () => holdGeneration(deps.db, work.id),
  );
  return outcome ?? 'waiting';
}

/** An insight that keeps killing workers fails, so that it can't take down one after another. */
async function attempt(deps: GenerateDeps, work: Work, key: InsightKey): Promise<Outcome> {
  const deaths = await beginAttempt(deps.db, work.id);
  if (deaths >= MAX_DEATHS) {
    await failSharing(deps, work.id, INSIGHT_FAILED);
    return 'settled';
  }
  try {
    return await write(deps, work, key);
  } finally {
    await endAttempt(deps.db, work.id);
  }
}

async function write(deps: GenerateDeps, work: Work, key: InsightKey): Promise<Outcome> {
  const { episodeId } = key;
  let furthest = 0;
  /** Never throws: it would pass for a failure of the model, which tells its progress. */
  const tell = async (percent: number, step: string) => {
    // A stand-in starts from the beginning, but the progress bar must not go back.
    furthest = Math.max(furthest, percent);
    const progress = furthest;
    try {
      const sharing = await listSharing(deps.db, key);
      const readers = new Set([work.userId, ...sharing.map(({ userId }) => userId)]);
      await notifySessions(deps, [...readers], episodeId, { type: 'progress', progress, step });
    } catch (error) {
      log.warn('progress_not_told', { error: describeError(error) });
    }
  };
  const episode = await findAnyEpisode(deps.db, episodeId);
  if (!episode) return 'settled';
  await tell(5, episode.source ? 'Preparing to read your source' : 'Preparing to fetch transcript');
  await tell(10, episode.source ? 'Reading your source' : 'Fetching podcast transcript');
  const found = await deps.findTranscript(episodeId).catch(transcribedSoFar);
  if (typeof found === 'number') {
    const percent = 10 + ((WRITING_FROM - 10) * found) / 100;
    await tell(percent, `Transcribing the audio (${found}%)`);
    return 'waiting';
  }
  if (found.status === 'unavailable') {
    await failSharing(deps, work.id, NO_TRANSCRIPT);
    return 'settled';
  }

  await tell(WRITING_FROM, 'Preparing chat session');
  // Whoever has another profile, or then asks about the episode, shares its analysis.
  const lines = rememberFound(episodeId, found);
  const material = toAssistantEpisode(episode, lines);
  const { result, isStandIn } = await deps.assistant.writeInsight(material, work.reader, {
    onProgress: (percent, step) =>
      tell(WRITING_FROM + ((WRITING_TO - WRITING_FROM) * percent) / 100, step),
  });
  // The assistant's own note would say the same again.
  const insight = isStandIn ? { ...result, note: STAND_IN_NOTE } : result;
  await finish(deps, work, key, { insight: insightMarkdown(insight, material.lines), isStandIn });
  return 'settled';
}

/** Returns the percentage transcribed if transcription is still running; otherwise throws. */
function transcribedSoFar(error: unknown): number {
  const progress = error instanceof AppError ? error.details.transcriptProgress : undefined;
  if (typeof progress !== 'number') throw error;
  return progress;
}

/** The first reader pays; everyone else waiting gets it for free. */
async function finish(
  deps: GenerateDeps,
  work: Work,
  key: InsightKey,
  written: { insight: string; isStandIn: boolean },
): Promise<void> {
  // A stand-in is free, and the next reader gets the model's own insight.
  const others = (await listSharing(deps.db, key)).filter(({ id }) => id !== work.id);
  const free = others.map(({ id }) => id);
  const stored = await storeInsight(
    deps.db,
    key,
    written,
    written.isStandIn ? { paying: [], free: [work.id, ...free] } : { paying: [work.id], free },
  );
  // Every account it was written for has been deleted.
  if (!stored) return;
  const readers = [work.userId, ...others.map(({ userId }) => userId)];
  await tellDone(deps, readers, key.episodeId, stored.insight);
}

/**
 * Fails for good: notifies everyone waiting for the same insight and refunds their generations.
 *
 * @param message in words for the reader
 */
export async function failSharing(
  deps: Pick<GenerateDeps, 'db' | 'sessions'>,
  generationId: string,
  message: string,
): Promise<void> {
  const work = await findWork(deps.db, generationId);
  if (work?.status !== 'queued') return;
  const { episodeId } = work;
  const profileKey = await profileKeyOf(work.reader);
  const ids = (await listSharing(deps.db, { episodeId, profileKey })).map(({ id }) => id);
  const failed = await failGenerations(deps.db, [work.id, ...ids], message);
  const readers = [...new Set(failed.map(({ userId }) => userId))];
  await notifySessions(deps, readers, episodeId, { type: 'failed', message });
}

async function tellDone(
  deps: GenerateDeps,
  userIds: string[],
  episodeId: string,
  insight: string,
): Promise<void> {
  const done = { type: 'progress', progress: 100, step: 'Ready!' } as const;
  await notifySessions(deps, userIds, episodeId, done);
  await notifySessions(deps, userIds, episodeId, { type: 'done', insight });
}
