/** Takes notes on several episodes while somebody waits. */
import { describeError, log } from '../../platform/logging.ts';
import type { AssistantEpisode } from '../assistant.ts';
import type { ModelContext } from './context.ts';
import { type Note, notesOn } from './notes.ts';

/** Episodes read in parallel. */
const EPISODES_AT_ONCE = 2;
/**
 * Nobody waits longer. Parts finished by then are stored for the next time. A call that hangs times out
 * before, so that the outage is known.
 */
const WAIT_MS = 100_000;

export interface NotedEpisode {
  episode: AssistantEpisode;
  notes: Note[];
}

/** Returns the episodes whose notes are ready in time, in order. */
export async function noteEpisodes(
  context: ModelContext,
  episodes: AssistantEpisode[],
  signal: AbortSignal | undefined,
): Promise<NotedEpisode[]> {
  const late = AbortSignal.timeout(WAIT_MS);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  const noted = new Map<AssistantEpisode, Note[]>();
  const waiting = episodes.filter(({ lines }) => lines.length > 0);
  const work = async () => {
    for (let episode = waiting.shift(); episode; episode = waiting.shift()) {
      if (stop.aborted) return;
      try {
        const { notes } = await notesOn(context, episode, { signal: stop });
        if (notes.length > 0) noted.set(episode, notes);
      } catch (error) {
        log.warn('episode_not_noted', { episodeId: episode.id, error: describeError(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: EPISODES_AT_ONCE }, work));
  signal?.throwIfAborted();
  return episodes.flatMap((episode) => {
    const notes = noted.get(episode);
    return notes ? [{ episode, notes }] : [];
  });
}
