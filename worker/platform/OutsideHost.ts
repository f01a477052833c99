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

/** A host that kept somebody waiting so many times as long is left alone by what nobody waits for. */
const SLOW_FACTOR = 4;
const LONGEST_SLOW_MS = 5 * 60_000;
const BUSY_MS = 10_000;

/** Either a turn, or, in ms since 1970, when to ask again: the host rests, or is busy. */
export type Entered =
  | { turn: HostTurn; restsUntil: null }
  | { turn: null; restsUntil: number }
  | { turn: null; busyUntil: number };

export class OutsideHost extends DurableObject<Env> {
  readonly #lane = new Lane(AT_ONCE);
  #slowUntil = 0;

  /**
   * Waits for a turn, which ends when it is disposed of.
   *
   * @param patienceMs where nobody is waiting for the answer: so long it waits for a turn, and not
   *   at all at a host that was slow a moment ago
   */
  async enter(patienceMs: number | null = null): Promise<Entered> {
    const resting = this.#resting() ?? this.#busy(patienceMs);
    if (resting) return resting;
    const hasEntered = await this.#lane.enter(patienceMs ?? undefined);
    if (!hasEntered)
      return { turn: null, busyUntil: Math.max(this.#slowUntil, Date.now() + BUSY_MS) };
    // Whoever was before us may have been sent away, or kept waiting.
    const sentAway = this.#resting() ?? this.#busy(patienceMs);
    if (sentAway) this.#lane.leave();
    return sentAway ?? { turn: new HostTurn(this, this.ctx.storage, this.#lane), restsUntil: null };
  }

  /** A turn took so long. */
  wasSlow(ms: number): void {
    this.#slowUntil = Date.now() + Math.min(ms * SLOW_FACTOR, LONGEST_SLOW_MS);
  }

  #busy(patienceMs: number | null): Entered | null {
    if (patienceMs === null || this.#slowUntil <= Date.now()) return null;
    return { turn: null, busyUntil: this.#slowUntil };
  }

  #resting(): Entered | null {
    const restsUntil = this.ctx.storage.kv.get<number>(RESTS_UNTIL);
    if (restsUntil === undefined) return null;
    if (restsUntil > Date.now()) return { turn: null, restsUntil };
    this.ctx.storage.kv.delete(RESTS_UNTIL);
    return null;
  }
}

export class HostTurn extends RpcTarget {
  readonly #host: Pick<OutsideHost, 'wasSlow'>;
  readonly #storage: DurableObjectStorage;
  readonly #lane: Lane;
  #end: ReturnType<typeof setTimeout> | null;

  constructor(host: Pick<OutsideHost, 'wasSlow'>, storage: DurableObjectStorage, lane: Lane) {
    super();
    this.#host = host;
    this.#storage = storage;
    this.#lane = lane;
    this.#end = setTimeout(() => this[Symbol.dispose](), TURN_MS);
  }

  /** The host wants to be left alone for so long. */
  rest(seconds: number): void {
    const until = Date.now() + Math.min(seconds * 1_000, LONGEST_REST_MS);
    this.#storage.kv.put(RESTS_UNTIL, until);
  }

  /** The host took so long, waiting for our own side not counted. */
  wasSlow(ms: number): void {
    this.#host.wasSlow(ms);
  }

  /** Also called by the runtime, where the holder is gone. */
  [Symbol.dispose](): void {
    if (this.#end === null) return;
    clearTimeout(this.#end);
    this.#end = null;
    this.#lane.leave();
  }
}
