import { setTimeout as delay } from 'node:timers/promises';
import type { AbuseCase } from '../abuse-case.ts';
import { makeFeedReaders } from '../feed-readers.ts';

const ATTACKERS = 16;
/** Subscriptions per attacker. */
const TIMES = { short: 5, long: 25 };
/** How long the attack waits, while the feed never answers. */
const HANGS_MS = { short: 3_000, long: 12_000 };
/** Each podcast has one queued refresh, however many subscribe, and a few retries. */
const MAX_ASKED = 3;

/**
 * Formerly, 400 subscriptions to a feed that never answers delayed all other refreshes by 197 seconds.
 */
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
