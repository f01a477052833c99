import { Lane } from './lane.ts';
import type { OutsideHost } from './OutsideHost.ts';
import { OutboundError } from './outbound-error.ts';

/** The platform opens six connections at a time for one run; a seventh would wait on the clock. */
const AT_ONCE_IN_A_RUN = 6;

/** A turn that took longer than this was one at a slow host. */
const SLOW_MS = 4_000;

/** Where requests to the outside world wait for their turn. */
export interface HostGate {
  /** @throws OutboundError 'resting' where the host wants to be left alone; 'busy' */
  enter(host: string): Promise<Turn>;
}

export interface Turn {
  /** The host wants to be left alone for so long; 0 where it did not say so. */
  rest(seconds: number): Promise<void>;
  /** The answer is large: waits until no other large one is being read. */
  growLarge(): Promise<void>;
  leave(): void;
}

/**
 * One for each run of the Worker: two at a time to one host in all runs, six in this one, one of them
 * large: what several take in memory at once would add up.
 *
 * @param patienceMs where nobody is waiting for the answers: so long they wait for a turn
 */
export function createHostGate(
  hosts: DurableObjectNamespace<OutsideHost>,
  patienceMs: number | null = null,
): HostGate {
  const run = new Lane(AT_ONCE_IN_A_RUN);
  const large = new Lane(1);
  return {
    async enter(host) {
      const entered = await hosts.getByName(host).enter(patienceMs);
      if (entered.turn === null) {
        entered[Symbol.dispose]();
        throw 'busyUntil' in entered
          ? notNow('busy', 'The server is slow at the moment.', entered.busyUntil)
          : notNow('resting', 'The server asks us to come back later.', entered.restsUntil);
      }
      const { turn } = entered;
      // The host's turn first: whoever waits for that takes no place from others.
      await run.enter();
      let isLarge = false;
      let startedAt = Date.now();
      return {
        async rest(seconds) {
          if (seconds > 0) await turn.rest(seconds);
        },
        async growLarge() {
          const waitedFrom = Date.now();
          await large.enter();
          startedAt += Date.now() - waitedFrom;
          isLarge = true;
        },
        leave() {
          if (isLarge) large.leave();
          run.leave();
          const tookMs = Date.now() - startedAt;
          const told = tookMs > SLOW_MS ? turn.wasSlow(tookMs) : Promise.resolve();
          told.catch(() => {}).finally(() => entered[Symbol.dispose]());
        },
      };
    },
  };
}

function notNow(reason: 'busy' | 'resting', message: string, until: number): OutboundError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  return new OutboundError(reason, message, { retryAfterSeconds });
}
