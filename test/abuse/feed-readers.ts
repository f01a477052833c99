/**
 * Probes that subscribe to feeds nobody has read yet, and wait until the host receives the request.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AbuseContext } from './abuse-case.ts';

const FEED = '<rss version="2.0"><channel><title>Quick</title></channel></rss>';
/** A probe that waits longer counts as stuck. */
const MAX_MS = 120_000;
/** Several, because each user's changes per minute are limited. */
const READERS = 8;

/**
 * Each probe uses another podcast, because one that was just read isn't read again.
 *
 * @param probes the most that can be made
 * @param host the outside host of the feeds
 * @returns a probe: subscribes to a podcast and waits until its feed is requested
 */
export async function makeFeedReaders(
  { register, serve, addPodcasts }: AbuseContext,
  probes: number,
  host: number,
): Promise<() => Promise<void>> {
  const run = crypto.randomUUID().slice(0, 8);
  const asked = new Map<number, () => void>();
  const feeds = Array.from({ length: probes }, (_, index) => ({
    feedUrl: serve(
      `/quick-${run}-${index}.xml`,
      (_, response) => {
        asked.get(index)?.();
        response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(FEED);
      },
      host,
    ),
  }));
  const ids = await addPodcasts(feeds);
  const readers = await Promise.all(Array.from({ length: READERS }, register));
  let next = 0;
  return async () => {
    const index = next;
    next += 1;
    if (index >= probes) throw new Error(`there are no more than ${probes} podcasts to probe`);
    const isAsked = new Promise<'asked'>((resolve) => asked.set(index, () => resolve('asked')));
    await readers[index % READERS]?.call('POST', `/api/podcasts/${ids[index]}/subscribe`);
    const end = await Promise.race([isAsked, delay(MAX_MS, 'stuck', { ref: false })]);
    if (end === 'stuck') throw new Error(`a feed was not asked for in ${MAX_MS / 1_000} s`);
  };
}
