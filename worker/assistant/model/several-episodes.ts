/** Notes on several episodes, for what is made of them while somebody waits. */
import { describe, log } from '../../platform/logging.ts';
import type { AssistantEpisode } from '../assistant.ts';
import type { ModelContext } from './context.ts';
import { type Note, notesOn } from './notes.ts';

/** Episodes that are read at a time. */
const EPISODES_AT_ONCE = 2;
/** Longer nobody waits; parts that are done by then are kept for the next time. */
const WAIT_MS = 90_000;

export interface NotedEpisode {
  episode: AssistantEpisode;
  notes: Note[];
}

/** Those of the episodes on which there are notes in time, in the order given. */
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
        log.warn('episode_not_noted', { episodeId: episode.id, error: describe(error) });
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
