/** Another reader who wants feeds that nobody has read yet, and waits until their host is asked. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AbuseContext } from './abuse-case.ts';

const FEED = '<rss version="2.0"><channel><title>Quick</title></channel></rss>';
/** Who waits longer is stuck. */
const MAX_MS = 120_000;
/** Changes are limited for each person by the minute. */
const READERS = 8;

/**
 * Each look is another podcast's: one that was read a moment ago is not read again.
 *
 * @param looks how many there are at most
 * @param host whose feeds they are
 * @returns a look: subscribing to a podcast until its feed is asked for
 */
export async function makeFeedReaders(
  { register, serve, addPodcasts }: AbuseContext,
  looks: number,
  host: number,
): Promise<() => Promise<void>> {
  const run = crypto.randomUUID().slice(0, 8);
  const asked = new Map<number, () => void>();
  const feeds = Array.from({ length: looks }, (_, index) => ({
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
    if (index >= looks) throw new Error(`there are no more than ${looks} podcasts to look at`);
    const isAsked = new Promise<'asked'>((resolve) => asked.set(index, () => resolve('asked')));
    await readers[index % READERS]?.call('POST', `/api/podcasts/${ids[index]}/subscribe`);
    const end = await Promise.race([isAsked, delay(MAX_MS, 'stuck', { ref: false })]);
    if (end === 'stuck') throw new Error(`a feed was not asked for in ${MAX_MS / 1_000} s`);
  };
}
