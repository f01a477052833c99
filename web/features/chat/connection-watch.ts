/**
 * Notices a connection that died without a word: a browser may take minutes to. Whoever owns the
 * socket says when something is heard, and looks once a second.
 */

/** Silence after which a sign of life is asked for, while something is expected and otherwise. */
const EXPECTING_MS = 4_000;
const IDLE_MS = 20_000;
/** A sign of life comes at once; where it takes so long, nobody is at the other end. */
const ANSWER_MS = 5_000;

export const LOOK_EVERY_MS = 1_000;

export class ConnectionWatch {
  #heardAt: number;
  #askedAt: number | null = null;

  constructor(now: number) {
    this.#heardAt = now;
  }

  /** Anything came. */
  heard(now: number): void {
    this.#heardAt = now;
    this.#askedAt = null;
  }

  /** Something was sent that is answered at once. */
  asked(now: number): void {
    this.#askedAt ??= now;
  }

  /** What to do now: nothing, ask for a sign of life, or give the connection up. */
  look(now: number, isExpecting: boolean): 'wait' | 'ask' | 'give-up' {
    if (this.#askedAt !== null) return now - this.#askedAt >= ANSWER_MS ? 'give-up' : 'wait';
    if (now - this.#heardAt < (isExpecting ? EXPECTING_MS : IDLE_MS)) return 'wait';
    this.asked(now);
    return 'ask';
  }
}
