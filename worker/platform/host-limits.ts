import type { HostLimiter } from './HostLimiter.ts';
import { OutboundError } from './outbound-error.ts';
import { Semaphore } from './semaphore.ts';

/** The platform opens six connections per invocation; a seventh would wait while its time-out runs. */
const AT_ONCE_IN_A_RUN = 6;

/** A permit held longer than this means that the host is slow. */
const SLOW_MS = 4_000;

/** Where outbound requests wait for their permit. */
export interface HostLimits {
  /** @throws OutboundError 'paused' if the host asked to be left alone; 'busy' */
  acquire(host: string): Promise<Permit>;
}

export interface Permit {
  /** The host asked to be left alone for this long; 0 if it didn't say. */
  pause(seconds: number): Promise<void>;
  /** Waits until no other large answer is being read. */
  reserveLarge(): Promise<void>;
  release(): void;
}

/**
 * Limits for one invocation: two requests per host across all invocations, six in this one, one of them
 * large, because their memory adds up.
 *
 * @param patienceMs for background work: how long to wait for a permit
 * @param tellsSlow whether slow answers mark the host as slow
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
      // The host's permit first, so that waiting for it takes no slot from others.
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
