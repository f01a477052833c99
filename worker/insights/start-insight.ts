/**
 * Handles a request for an episode's insight: reuse an existing one, wait for a running one, or charge
 * and queue a new one.
 */
import { minutesToMilliseconds } from 'date-fns';
import type { InsightJob } from '../../schema/wire/jobs.ts';
import type { Assistant, Reader } from '../assistant/assistant.ts';
import type { EpisodeDetail } from '../episodes/store.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { describeError, log } from '../platform/logging.ts';
import { hasTranscriptSource } from '../transcripts/sources.ts';
import { takeOverGenerations } from './generation-leases.ts';
import { profileKeyOf } from './profile-key.ts';
import type { Quota } from './quota.ts';
import {
  failGenerations,
  findGeneration,
  findInsight,
  type Generation,
  giveInsight,
  type Shared,
  takeGeneration,
} from './store.ts';

/** A failed model is not asked again on every click while it may still be down. */
export const STAND_IN_MS = minutesToMilliseconds(10);

export interface StartDeps {
  db: Database;
  queue: Pick<Queue<InsightJob>, 'send'>;
  assistant: Pick<Assistant, 'kind' | 'model'>;
  quota: Quota;
  /** Whether this deployment can transcribe audio. */
  canTranscribe: boolean;
}

export interface Started {
  status: 'queued' | 'done' | 'none';
  /** Markdown; null unless done. */
  insight: string | null;
}

type Episode = Pick<
  EpisodeDetail,
  'id' | 'isYoutubeShort' | 'transcriptStatus' | 'transcriptLinks' | 'youtubeVideoId' | 'audioUrl'
>;

/** Whether it is already known that there is no transcript to work from. */
export function isTranscriptUnavailable(episode: Episode, canTranscribe: boolean): boolean {
  if (episode.transcriptStatus === 'ready') return false;
  return episode.transcriptStatus === 'unavailable' || !hasTranscriptSource(episode, canTranscribe);
}

/**
 * Returns an existing insight at once. If it was a stand-in, the model is asked again in the
 * background, and its insight replaces the stand-in once it is ready.
 *
 * @throws AppError `too_many_requests` if no generation is left
 */
export async function startInsight(
  deps: StartDeps,
  user: Reader & { id: string },
  episode: Episode,
): Promise<Started> {
  const known = await findGeneration(deps.db, user.id, episode.id);
  if (!known || known.insight === null) return askForOne(deps, user, episode, known);
  const had = { status: 'done', insight: known.insight } as const;
  if (!isWorthAnotherTry(deps.assistant, known)) return had;
  // A spent quota or a broken queue must not take away the existing insight.
  const better = await askForOne(deps, user, episode, known).catch((error: unknown) => {
    log.warn('insight_not_asked_again', { error: describeError(error) });
    return had;
  });
  return better.insight === null ? had : better;
}

/** What is there or on its way already, at no cost. */
export async function knownInsight(
  db: Database,
  userId: string,
  episodeId: string,
): Promise<Started> {
  const known = await findGeneration(db, userId, episodeId);
  if (known && known.insight !== null) return { status: 'done', insight: known.insight };
  return { status: known?.status === 'queued' ? 'queued' : 'none', insight: null };
}

function isWorthAnotherTry({ kind }: StartDeps['assistant'], known: Generation): boolean {
  const isAgo = Date.now() - known.takenAt.getTime() > STAND_IN_MS;
  return kind !== 'embedded' && known.isStandIn === true && isAgo;
}

async function askForOne(
  deps: StartDeps,
  user: Reader & { id: string },
  episode: Episode,
  known: Generation | null,
): Promise<Started> {
  if (isTranscriptUnavailable(episode, deps.canTranscribe))
    return { status: 'none', insight: null };
  if (known?.status === 'queued') return await waitOn(deps, known);

  const { kind, model } = deps.assistant;
  const profileKey = await profileKeyOf(user);
  const shared = await findInsight(deps.db, { episodeId: episode.id, kind, model, profileKey });
  if (shared) {
    await giveInsight(deps.db, user.id, episode.id, shared.id);
    return { status: 'done', insight: shared.insight };
  }
  return await queueNew(deps, user.id, { episodeId: episode.id, profileKey });
}

/** Already running, from another tab or an earlier visit, so it isn't charged again. */
async function waitOn({ db, queue }: StartDeps, { id }: Generation): Promise<Started> {
  const [lost] = await takeOverGenerations(db, 1, id);
  if (lost) await queue.send({ generationId: id });
  return { status: 'queued', insight: null };
}

async function queueNew(deps: StartDeps, userId: string, shared: Shared): Promise<Started> {
  const generationId = await takeGeneration(deps.db, userId, shared, deps.quota);
  if (generationId === null) {
    // A concurrent request of the same reader was faster; wait for its generation.
    const known = await findGeneration(deps.db, userId, shared.episodeId);
    if (!known || known.status === 'failed') {
      throw new AppError('too_many_requests', 'No generations left');
    }
    return { status: known.insight === null ? 'queued' : 'done', insight: known.insight };
  }
  try {
    await deps.queue.send({ generationId });
  } catch (error) {
    log.error('insight_not_queued', { generationId, error: describeError(error) });
    await failGenerations(deps.db, [generationId], 'Failed to generate insights');
    throw new AppError('unavailable', 'Failed to generate insights', { cause: error });
  }
  return { status: 'queued', insight: null };
}
