import { setTimeout as delay } from 'node:timers/promises';
import type { AbuseCase } from '../abuse-case.ts';
import { makeFeedReaders } from '../feed-readers.ts';

const ATTACKERS = 16;
/** Subscribes of each. */
const TIMES = { short: 5, long: 25 };
/** For so long the feed keeps whoever reads it waiting. */
const HANGS_MS = { short: 3_000, long: 12_000 };
/** One queued refresh a podcast, however many subscribe; and it may be tried again. */
const MAX_ASKED = 3;

/** 400 subscribes to a feed that never comes kept all other refreshes waiting for 197 seconds. */
export default {
  name: '400 subscribes to a feed that hangs: the feeds of others',
  isShort: true,
  pace: { everyMs: 1_000, quietMs: 4_000 },
  async prepare(context) {
    const { register, serve, addPodcasts, rounds, isShort } = context;
    const form = isShort ? 'short' : 'long';
    const asked: number[] = Array.from({ length: rounds }, () => 0);
    const hanging = await addPodcasts(
      asked.map((_, round) => ({
        feedUrl: serve(
          `/hanging-${round}.xml`,
          () => {
            asked[round] = (asked[round] ?? 0) + 1;
          },
          round,
        ),
      })),
    );
    const attackers = await Promise.all(Array.from({ length: ATTACKERS }, register));
    return {
      async attack(round) {
        const path = `/api/podcasts/${hanging[round]}/subscribe`;
        const subscribe = async (reader: (typeof attackers)[number]) => {
          for (let times = 0; times < TIMES[form]; times += 1) {
            await reader.call('POST', path);
            await reader.call('DELETE', path);
          }
        };
        await Promise.all(attackers.map(subscribe));
        await delay(HANGS_MS[form]);
        const times = asked[round] ?? 0;
        if (times > MAX_ASKED) throw new Error(`the feed was asked for ${times} times`);
      },
      read: await makeFeedReaders(context, 80 * rounds, 5),
    };
  },
} satisfies AbuseCase;
