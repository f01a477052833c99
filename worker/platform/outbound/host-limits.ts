import { Semaphore } from '../semaphore.ts';
import { type Ticket, TicketLock } from '../ticket-lock.ts';
import type { HostLimiter } from './HostLimiter.ts';
import { OutboundError } from './outbound-error.ts';

/** The platform opens six connections per invocation; a seventh would wait while its time-out runs. */
const AT_ONCE_IN_A_RUN = 6;

/** A permit held longer than this means that the host is slow. */
const SLOW_MS = 4_000;

/** How often the reader of a large answer renews its ticket, and when it counts as gone. */
const RENEW_EVERY_MS = 2_000;
const GONE_AFTER_MS = 20_000;
/** After this, the other server may close the connection. */
const LARGE_PATIENCE_MS = 60_000;
const TRY_AGAIN_MS = 30_000;

/** While others wait, a quarter of the rate that the largest answer, 32 MB, needs within its 30 s. */
const SLOWEST_BYTES_PER_SECOND = 256 * 1024;
const SLOW_AFTER_MS = 4_000;

/** Per isolate instead of per run, because concurrent runs share its memory. */
const large = new TicketLock(GONE_AFTER_MS);

/** Where outbound requests wait for their permit. */
export interface HostLimits {
  /** @throws OutboundError 'paused' if the host asked to be left alone; 'busy' */
  acquire(host: string): Promise<Permit>;
}

/** A large answer that is being read. */
interface LargeAnswer {
  receivedBytes(): number;
  giveUp(): void;
}

export interface Permit {
  /** The host asked to be left alone for this long; 0 if it didn't say. */
  pause(seconds: number): Promise<void>;
  /**
   * Waits until no other large answer is being read in this isolate. If this one then comes too slowly while
   * others wait, gives it up.
   *
   * @throws OutboundError 'busy'
   */
  reserveLarge(answer: LargeAnswer): Promise<void>;
  release(): void;
}

export interface HostLimitsOptions {
  /** For background work: how long to wait for a permit. */
  maxWaitMs?: number | null;
  /** Whether slow answers mark the host as slow for background work. */
  reportsSlowness?: boolean;
}

/**
 * Limits for one invocation: two requests per host across all invocations, six requests in this one,
 * and one large response at a time in the isolate, because their memory adds up.
 */
export function createHostLimits(
  hosts: DurableObjectNamespace<HostLimiter>,
  { maxWaitMs = null, reportsSlowness = true }: HostLimitsOptions = {},
): HostLimits {
  const run = new Semaphore(AT_ONCE_IN_A_RUN);
  return {
    async acquire(host) {
      const acquired = await hosts.getByName(host).acquire(maxWaitMs);
      if (acquired.permit === null) {
        acquired[Symbol.dispose]();
        throw 'busyUntil' in acquired
          ? notNow('busy', `The server at ${host} is slow at the moment.`, acquired.busyUntil)
          : notNow(
              'paused',
              `The server at ${host} asked us to try again later.`,
              acquired.pausedUntil,
            );
      }
      const { permit } = acquired;
      // The host's permit first, so that waiting for it takes no slot from others.
      await run.acquire();
      let ticket: Ticket | null = null;
      let heartbeat: ReturnType<typeof setInterval> | undefined;
      let startedAt = Date.now();
      return {
        async pause(seconds) {
          if (seconds > 0) await permit.pause(seconds);
        },
        async reserveLarge({ receivedBytes, giveUp }) {
          const waitedFrom = Date.now();
          ticket = await large.acquire(LARGE_PATIENCE_MS);
          startedAt += Date.now() - waitedFrom;
          if (!ticket) {
            const message = 'Too much is being read at the moment.';
            throw notNow('busy', message, Date.now() + TRY_AGAIN_MS);
          }
          const held = ticket;
          const reservedAt = Date.now();
          const bytesBefore = receivedBytes();
          heartbeat = setInterval(() => {
            held.renew();
            const heldMs = Date.now() - reservedAt;
            const leastBytes = (SLOWEST_BYTES_PER_SECOND * heldMs) / 1_000;
            const isSlow = heldMs >= SLOW_AFTER_MS && receivedBytes() - bytesBefore < leastBytes;
            if (isSlow && large.lengthRenewed > 1) giveUp();
          }, RENEW_EVERY_MS);
        },
        release() {
          clearInterval(heartbeat);
          ticket?.release();
          run.release();
          const tookMs = Date.now() - startedAt;
          const reported =
            reportsSlowness && tookMs > SLOW_MS ? permit.wasSlow(tookMs) : Promise.resolve();
          reported.catch(() => {}).finally(() => acquired[Symbol.dispose]());
        },
      };
    },
  };
}

function notNow(reason: 'busy' | 'paused', message: string, until: number): OutboundError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  return new OutboundError(reason, message, { retryAfterSeconds });
}
