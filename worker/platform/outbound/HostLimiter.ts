/**
 * Limits requests to one outside host. Everything in the product that fetches from this host waits here
 * for a permit. Knows only who holds a permit and how long the host asked to be left alone.
 */
import { DurableObject, RpcTarget } from 'cloudflare:workers';
import { Semaphore } from '../semaphore.ts';

const AT_ONCE = 2;
/** Longer than any request takes; after that its holder is gone. */
const PERMIT_MS = 5 * 60_000;
/** One feed's long pause applies to that feed; its host is tried again after an hour. */
const LONGEST_PAUSE_MS = 60 * 60 * 1_000;
const PAUSED_UNTIL = 'pausedUntil';

/** After a slow answer, background work leaves the host alone for this many times as long. */
const SLOW_FACTOR = 4;
const LONGEST_SLOW_MS = 5 * 60_000;
const BUSY_MS = 10_000;

/** Either a permit, or when to ask again in ms since 1970, because the host is paused or busy. */
export type Acquired =
  | { permit: HostPermit; pausedUntil: null }
  | { permit: null; pausedUntil: number }
  | { permit: null; busyUntil: number };

export class HostLimiter extends DurableObject<Env> {
  readonly #semaphore = new Semaphore(AT_ONCE);
  #slowUntil = 0;

  /**
   * Waits for a permit, which is returned when disposed of.
   *
   * @param maxWaitMs for background work: how long to wait; it doesn't wait at all for a host that was
   * slow a moment ago
   */
  async acquire(maxWaitMs: number | null = null): Promise<Acquired> {
    const paused = this.#paused() ?? this.#busy(maxWaitMs);
    if (paused) return paused;
    const hasAcquired = await this.#semaphore.acquire(maxWaitMs ?? undefined);
    if (!hasAcquired)
      return { permit: null, busyUntil: Math.max(this.#slowUntil, Date.now() + BUSY_MS) };
    // Those ahead of us may have been turned away, or kept waiting.
    const sentAway = this.#paused() ?? this.#busy(maxWaitMs);
    if (sentAway) this.#semaphore.release();
    return (
      sentAway ?? {
        permit: new HostPermit(this, this.ctx.storage, this.#semaphore),
        pausedUntil: null,
      }
    );
  }

  /** A permit was held for this long. */
  wasSlow(ms: number): void {
    this.#slowUntil = Date.now() + Math.min(ms * SLOW_FACTOR, LONGEST_SLOW_MS);
  }

  #busy(maxWaitMs: number | null): Acquired | null {
    if (maxWaitMs === null || this.#slowUntil <= Date.now()) return null;
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

/** The right to send the host one request. */
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

  /** The host asked to be left alone for this long. */
  pause(seconds: number): void {
    const until = Date.now() + Math.min(seconds * 1_000, LONGEST_PAUSE_MS);
    this.#storage.kv.put(PAUSED_UNTIL, until);
  }

  /** The host took this long, not counting waits on our own side. */
  wasSlow(ms: number): void {
    this.#host.wasSlow(ms);
  }

  /** Also called by the runtime if the holder is gone. */
  [Symbol.dispose](): void {
    if (this.#end === null) return;
    clearTimeout(this.#end);
    this.#end = null;
    this.#semaphore.release();
  }
}
