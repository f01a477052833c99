/**
 * One host of the outside world, by its name: whoever asks it for something waits here for a permit,
 * from wherever in the product. It knows nothing but who is being answered, and how long the host
 * wants to be left alone.
 */
import { DurableObject, RpcTarget } from 'cloudflare:workers';
import { Semaphore } from './semaphore.ts';

const AT_ONCE = 2;
/** Longer than anybody can need: then its holder is gone. */
const PERMIT_MS = 5 * 60_000;
/** One feed's long rest is that feed's; its host is tried again after an hour. */
const LONGEST_PAUSE_MS = 60 * 60 * 1_000;
const PAUSED_UNTIL = 'pausedUntil';

/** A host that kept somebody waiting so many times as long is left alone by what nobody waits for. */
const SLOW_FACTOR = 4;
const LONGEST_SLOW_MS = 5 * 60_000;
const BUSY_MS = 10_000;

/** Either a permit, or, in ms since 1970, when to ask again: the host rests, or is busy. */
export type Acquired =
  | { permit: HostPermit; pausedUntil: null }
  | { permit: null; pausedUntil: number }
  | { permit: null; busyUntil: number };

export class HostLimiter extends DurableObject<Env> {
  readonly #semaphore = new Semaphore(AT_ONCE);
  #slowUntil = 0;

  /**
   * Waits for a permit, which ends when it is disposed of.
   *
   * @param patienceMs where nobody is waiting for the answer: so long it waits for a permit, and not
   *   at all at a host that was slow a moment ago
   */
  async acquire(patienceMs: number | null = null): Promise<Acquired> {
    const paused = this.#paused() ?? this.#busy(patienceMs);
    if (paused) return paused;
    const hasAcquired = await this.#semaphore.acquire(patienceMs ?? undefined);
    if (!hasAcquired)
      return { permit: null, busyUntil: Math.max(this.#slowUntil, Date.now() + BUSY_MS) };
    // Whoever was before us may have been sent away, or kept waiting.
    const sentAway = this.#paused() ?? this.#busy(patienceMs);
    if (sentAway) this.#semaphore.release();
    return (
      sentAway ?? {
        permit: new HostPermit(this, this.ctx.storage, this.#semaphore),
        pausedUntil: null,
      }
    );
  }

  /** A permit took so long. */
  wasSlow(ms: number): void {
    this.#slowUntil = Date.now() + Math.min(ms * SLOW_FACTOR, LONGEST_SLOW_MS);
  }

  #busy(patienceMs: number | null): Acquired | null {
    if (patienceMs === null || this.#slowUntil <= Date.now()) return null;
    return { permit: null, busyUntil: this.#slowUntil };
  }

  #paused(): Acquired | null {
    const pausedUntil = this.ctx.storage.kv.get<number>(PAUSED_UNTIL);
    if (pausedUntil === undefined) return null;
    if (pausedUntil > Date.now()) return { permit: null, pausedUntil };
    this.ctx.storage.kv.delete(PAUSED_UNTIL);
    return null;
  }
}

export class HostPermit extends RpcTarget {
  readonly #host: Pick<HostLimiter, 'wasSlow'>;
  readonly #storage: DurableObjectStorage;
  readonly #semaphore: Semaphore;
  #end: ReturnType<typeof setTimeout> | null;

  constructor(
    host: Pick<HostLimiter, 'wasSlow'>,
    storage: DurableObjectStorage,
    semaphore: Semaphore,
  ) {
    super();
    this.#host = host;
    this.#storage = storage;
    this.#semaphore = semaphore;
    this.#end = setTimeout(() => this[Symbol.dispose](), PERMIT_MS);
  }

  /** The host wants to be left alone for so long. */
  pause(seconds: number): void {
    const until = Date.now() + Math.min(seconds * 1_000, LONGEST_PAUSE_MS);
    this.#storage.kv.put(PAUSED_UNTIL, until);
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
    this.#semaphore.release();
  }
}
