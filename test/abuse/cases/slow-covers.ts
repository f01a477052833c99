import { setTimeout as delay } from 'node:timers/promises';
import type { AbuseCase } from '../abuse-case.ts';
import { makeFeedReaders } from '../feed-readers.ts';

const REQUESTS = 20;
/** How long the host delays its answers. */
const HANGS_MS = { short: 4_000, long: 6_000 };
const HOST = 5;
/**
 * An abandoned request may close a moment after the next one arrives, later still if the machine stalls. Two
 * requests that really overlap are both open for longer.
 */
const CLOSED_WITHIN_MS = 2_000;

/**
 * Formerly, they blocked the podcast's host for 300 seconds. The probes request a feed from that host.
 */
export default {
  name: "twenty requests for covers that do not come: the host's feeds",
  isShort: true,
  pace: { everyMs: 500, quietMs: 3_000 },
  async prepare(context) {
    const { origin, serve, addPodcasts, rounds, isShort } = context;
    const open = new Set<unknown>();
    let mostOpen = 0;
    const covers = await addPodcasts(
      Array.from({ length: 4 * rounds }, (_, index) => ({
        feedUrl: serve(`/none-${index}.xml`, (_, response) => response.end(), HOST),
        imageUrl: serve(
          `/never-${index}.png`,
          (_, response) => {
            open.add(response);
            response.on('close', () => open.delete(response));
            const checkAgain = () => {
              mostOpen = Math.max(mostOpen, open.size);
            };
            setTimeout(checkAgain, CLOSED_WITHIN_MS).unref();
          },
          HOST,
        ),
      })),
    );
    const read = await makeFeedReaders(context, 40 * rounds, HOST);
    return {
      async attack(round) {
        const ids = covers.slice(4 * round, 4 * round + 4);
        const ask = async (_: unknown, at: number) => {
          const reply = await fetch(`${origin}/api/podcasts/${ids[at % 4]}/cover`);
          if (reply.status !== 204) throw new Error(`a cover answered ${reply.status}`);
        };
        await Promise.all(Array.from({ length: REQUESTS }, ask));
        await delay(isShort ? HANGS_MS.short : HANGS_MS.long);
        if (mostOpen > 1) throw new Error(`${mostOpen} covers of one host were read at once`);
      },
      read,
    };
  },
} satisfies AbuseCase;
