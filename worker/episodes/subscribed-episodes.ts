/** Episodes with their transcripts, for quizzes and digests, which use several. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import type { AssistantEpisode } from '../assistant/assistant.ts';
import type { Database } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { findTranscript, type TranscriptDeps } from '../transcripts/find-transcript.ts';
import { rememberFound } from '../transcripts/recent-transcripts.ts';
import { hasTranscriptSource } from '../transcripts/sources.ts';
import { toAssistantEpisode } from './assistant-episode.ts';
import { cameOutAt, isExtra, transcriptStatusNow } from './columns.ts';

function select(db: Database) {
  return db
    .select({ episode: episodes, podcastTitle: podcasts.title, transcript: transcriptStatusNow() })
    .from(episodes)
    .innerJoin(podcasts, and(eq(podcasts.id, episodes.podcastId), isNull(podcasts.removedAt)))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id));
}
type Row = Awaited<ReturnType<typeof select>>[number];

const asListed = ({ episode, podcastTitle, transcript }: Row) => ({
  ...episode,
  podcastTitle,
  transcriptStatus: transcript,
});
export type ListedEpisode = ReturnType<typeof asListed>;

export async function hasSubscriptions(db: Database, userId: string): Promise<boolean> {
  const rows = await db
    .select({ podcastId: subscriptions.podcastId })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .limit(1);
  return rows.length > 0;
}

/**
 * Returns the newest episodes of all podcasts a user subscribes to, optionally since a time. Trailers and
 * bonus episodes come last.
 */
export async function listSubscribedEpisodes(
  db: Database,
  userId: string,
  options: { since?: Date; count: number },
): Promise<ListedEpisode[]> {
  const rows = await select(db)
    .innerJoin(
      subscriptions,
      and(eq(subscriptions.podcastId, episodes.podcastId), eq(subscriptions.userId, userId)),
    )
    .where(options.since ? gt(cameOutAt(), options.since.getTime()) : undefined)
    .orderBy(isExtra(), desc(cameOutAt()))
    .limit(options.count);
  return rows.map(asListed);
}

/** Returns a user's own sources, the newest first. */
export async function listOwnSources(
  db: Database,
  userId: string,
  count: number,
): Promise<ListedEpisode[]> {
  const rows = await select(db)
    .where(and(eq(podcasts.ownerId, userId), eq(podcasts.kind, 'sources')))
    .orderBy(desc(episodes.createdAt))
    .limit(count);
  return rows.map(asListed);
}

/** Returns the newest episodes of one podcast. */
export async function listPodcastEpisodes(
  db: Database,
  podcastId: string,
  count: number,
): Promise<ListedEpisode[]> {
  const rows = await select(db)
    .where(eq(episodes.podcastId, podcastId))
    .orderBy(isExtra(), desc(cameOutAt()))
    .limit(count);
  return rows.map(asListed);
}

/** Whether an episode has a transcript, or one that can be fetched. Audio isn't transcribed for this. */
export const mayHaveTranscript = ({ transcriptStatus, ...episode }: ListedEpisode): boolean =>
  transcriptStatus === 'ready' ||
  (transcriptStatus !== 'unavailable' && hasTranscriptSource(episode));

/** Adds the transcripts to the episodes, in order. */
export const withTranscripts = (deps: TranscriptDeps, listed: ListedEpisode[]) =>
  Promise.all(listed.map((episode) => withTranscript(deps, episode)));

/**
 * Adds the transcript to an episode. If it is unavailable right now, the episode gets no lines, so that
 * it doesn't fail the whole quiz or digest. `deps` should not start transcriptions: nobody waits here
 * for hours of audio.
 *
 * @param options.isRemembered whether its analysis is shared with whoever asks about the episode next
 */
export async function withTranscript(
  deps: TranscriptDeps,
  episode: ListedEpisode,
  { isRemembered = false } = {},
): Promise<AssistantEpisode> {
  try {
    const found = await findTranscript(deps, episode.id);
    if (found.status !== 'ready') return toAssistantEpisode(episode, []);
    const lines = isRemembered ? rememberFound(episode.id, found) : found.transcript.lines;
    return toAssistantEpisode(episode, lines);
  } catch (error) {
    log.warn('transcript_not_found', { episodeId: episode.id, error: describeError(error) });
    return { ...toAssistantEpisode(episode, []), isTemporary: true };
  }
}
