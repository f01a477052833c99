import { withIsolateLock, withSharedWork } from '../../platform/keyed-lock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { AssistantEpisode } from '../assistant.ts';

/**
 * @param kept what is made, and of how many episodes it is kept
 * @param make must depend on nothing but the episode
 */
export type ShareByEpisode = <Made extends {}>(
  kept: { name: string; most: number },
  make: (episode: AssistantEpisode) => Promise<Made>,
) => (episode: AssistantEpisode) => Promise<Made>;

/**
 * Makes something of each episode once for all who ask an isolate for it. An episode is known by everything in it, so
 * nobody gets what was made of a text that they don't have. One is analysed at a time, which takes much memory.
 */
export const shareByEpisode: ShareByEpisode = ({ name, most }, make) => {
  /** Least recently used first. */
  const known = new Map<string, Awaited<ReturnType<typeof make>>>();
  return async (episode) => {
    const key = await sha256Hex(JSON.stringify(episode));
    const made =
      known.get(key) ??
      (await withSharedWork(`${name} ${key}`, async () => {
        const own = await withIsolateLock('analysis', () => make(episode));
        // Whoever took over work that seemed to have stopped may have been first.
        const first = known.get(key) ?? own;
        // Kept before the work ends: whoever asks right then would otherwise find neither.
        known.set(key, first);
        return first;
      }));
    known.delete(key);
    known.set(key, made);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return made;
  };
};
