import { Lane } from './lane.ts';
import type { OutsideHost } from './OutsideHost.ts';
import { OutboundError } from './outbound-error.ts';

/** The platform opens six connections at a time for one run; a seventh would wait on the clock. */
const AT_ONCE_IN_A_RUN = 6;

/** Where requests to the outside world wait for their turn. */
export interface HostGate {
  /** @throws OutboundError 'resting' where the host wants to be left alone */
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
 */
export function createHostGate(hosts: DurableObjectNamespace<OutsideHost>): HostGate {
  const run = new Lane(AT_ONCE_IN_A_RUN);
  const large = new Lane(1);
  return {
    async enter(host) {
      const entered = await hosts.getByName(host).enter();
      if (entered.turn === null) {
        entered[Symbol.dispose]();
        throw new OutboundError('resting', 'The server asks us to come back later.', {
          retryAfterSeconds: Math.ceil((entered.restsUntil - Date.now()) / 1_000),
        });
      }
      const { turn } = entered;
      // The host's turn first: whoever waits for that takes no place from others.
      await run.enter();
      let isLarge = false;
      return {
        async rest(seconds) {
          if (seconds > 0) await turn.rest(seconds);
        },
        async growLarge() {
          await large.enter();
          isLarge = true;
        },
        leave() {
          if (isLarge) large.leave();
          run.leave();
          entered[Symbol.dispose]();
        },
      };
    },
  };
}
