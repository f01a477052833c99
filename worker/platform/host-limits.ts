import type { HostLimiter } from './HostLimiter.ts';
import { OutboundError } from './outbound-error.ts';
import { Semaphore } from './semaphore.ts';

/** The platform opens six connections at a time for one run; a seventh would wait on the clock. */
const AT_ONCE_IN_A_RUN = 6;

/** A permit that took longer than this was one at a slow host. */
const SLOW_MS = 4_000;

/** Where requests to the outside world wait for their permit. */
export interface HostLimits {
  /** @throws OutboundError 'paused' where the host wants to be left alone; 'busy' */
  acquire(host: string): Promise<Permit>;
}

export interface Permit {
  /** The host wants to be left alone for so long; 0 where it did not say so. */
  pause(seconds: number): Promise<void>;
  /** The answer is large: waits until no other large one is being read. */
  reserveLarge(): Promise<void>;
  release(): void;
}

/**
 * One for each run of the Worker: two at a time to one host in all runs, six in this one, one of them
 * large: what several take in memory at once would add up.
 *
 * @param patienceMs where nobody is waiting for the answers: so long they wait for a turn
 * @param tellsSlow whether the host counts as slow where these answers are
 */
export function createHostLimits(
  hosts: DurableObjectNamespace<HostLimiter>,
  patienceMs: number | null = null,
  tellsSlow = true,
): HostLimits {
  const run = new Semaphore(AT_ONCE_IN_A_RUN);
  const large = new Semaphore(1);
  return {
    async acquire(host) {
      const acquired = await hosts.getByName(host).acquire(patienceMs);
      if (acquired.permit === null) {
        acquired[Symbol.dispose]();
        throw 'busyUntil' in acquired
          ? notNow('busy', 'The server is slow at the moment.', acquired.busyUntil)
          : notNow('paused', 'The server asked us to try again later.', acquired.pausedUntil);
      }
      const { permit } = acquired;
      // The host's permit first: whoever waits for that takes no place from others.
      await run.acquire();
      let isLarge = false;
      let startedAt = Date.now();
      return {
        async pause(seconds) {
          if (seconds > 0) await permit.pause(seconds);
        },
        async reserveLarge() {
          const waitedFrom = Date.now();
          await large.acquire();
          startedAt += Date.now() - waitedFrom;
          isLarge = true;
        },
        release() {
          if (isLarge) large.release();
          run.release();
          const tookMs = Date.now() - startedAt;
          const told = tellsSlow && tookMs > SLOW_MS ? permit.wasSlow(tookMs) : Promise.resolve();
          told.catch(() => {}).finally(() => acquired[Symbol.dispose]());
        },
      };
    },
  };
}

function notNow(reason: 'busy' | 'paused', message: string, until: number): OutboundError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  return new OutboundError(reason, message, { retryAfterSeconds });
}
