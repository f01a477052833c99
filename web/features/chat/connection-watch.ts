/**
 * Detects a connection that died silently, which can take a browser minutes. The socket's owner reports
 * incoming messages and calls `look` once a second.
 */

/** After this much silence the client sends a ping, depending on whether it expects a message. */
const EXPECTING_MS = 4_000;
const IDLE_MS = 20_000;
/** A ping is answered at once; after this long the connection is dead. */
const ANSWER_MS = 5_000;

/** How often the owner calls `look`. */
export const LOOK_EVERY_MS = 1_000;

export class ConnectionWatch {
  #heardAt: number;
  #askedAt: number | null = null;

  constructor(now: number) {
    this.#heardAt = now;
  }

  /** Call when any message arrives. */
  heard(now: number): void {
    this.#heardAt = now;
    this.#askedAt = null;
  }

  /** Call after sending something that the server answers at once. */
  asked(now: number): void {
    this.#askedAt ??= now;
  }

  /** Returns what to do now: nothing, send a ping, or give up the connection. */
  look(now: number, isExpecting: boolean): 'wait' | 'ask' | 'give-up' {
    if (this.#askedAt !== null) return now - this.#askedAt >= ANSWER_MS ? 'give-up' : 'wait';
    if (now - this.#heardAt < (isExpecting ? EXPECTING_MS : IDLE_MS)) return 'wait';
    this.asked(now);
    return 'ask';
  }
}
