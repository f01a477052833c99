/**
 * One host of the outside world, by its name: whoever asks it for something waits here for a turn,
 * from wherever in the product. It knows nothing but who is being answered, and how long the host
 * wants to be left alone.
 */
import { DurableObject, RpcTarget } from 'cloudflare:workers';
import { Lane } from './lane.ts';

const AT_ONCE = 2;
/** Longer than anybody can need: then its holder is gone. */
const TURN_MS = 5 * 60_000;
/** One feed's long rest is that feed's; its host is tried again after an hour. */
const LONGEST_REST_MS = 60 * 60 * 1_000;
const RESTS_UNTIL = 'restsUntil';

/** Either a turn, or, in ms since 1970, when there will be any. */
export type Entered = { turn: HostTurn; restsUntil: null } | { turn: null; restsUntil: number };

export class OutsideHost extends DurableObject<Env> {
  readonly #lane = new Lane(AT_ONCE);

  /** Waits for a turn, which ends when it is disposed of. */
  async enter(): Promise<Entered> {
    const resting = this.#resting();
    if (resting) return resting;
    await this.#lane.enter();
    // Whoever was before us may have been sent away.
    const sentAway = this.#resting();
    if (sentAway) this.#lane.leave();
    return sentAway ?? { turn: new HostTurn(this.ctx.storage, this.#lane), restsUntil: null };
  }

  #resting(): (Entered & { turn: null }) | null {
    const restsUntil = this.ctx.storage.kv.get<number>(RESTS_UNTIL);
    if (restsUntil === undefined) return null;
    if (restsUntil > Date.now()) return { turn: null, restsUntil };
    this.ctx.storage.kv.delete(RESTS_UNTIL);
    return null;
  }
}

export class HostTurn extends RpcTarget {
  readonly #storage: DurableObjectStorage;
  readonly #lane: Lane;
  #end: ReturnType<typeof setTimeout> | null;

  constructor(storage: DurableObjectStorage, lane: Lane) {
    super();
    this.#storage = storage;
    this.#lane = lane;
    this.#end = setTimeout(() => this[Symbol.dispose](), TURN_MS);
  }

  /** The host wants to be left alone for so long. */
  rest(seconds: number): void {
    const until = Date.now() + Math.min(seconds * 1_000, LONGEST_REST_MS);
    this.#storage.kv.put(RESTS_UNTIL, until);
  }

  /** Also called by the runtime, where the holder is gone. */
  [Symbol.dispose](): void {
    if (this.#end === null) return;
    clearTimeout(this.#end);
    this.#end = null;
    this.#lane.leave();
  }
}
