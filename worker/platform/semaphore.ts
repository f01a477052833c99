/** A counting semaphore with a first-come, first-served queue. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #places: number;

  constructor(places: number) {
    this.#places = places;
  }

  /** Waits for a slot; returns false after `maxWaitMs`. */
  async acquire(maxWaitMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    if (this.#places > 0) {
      this.#places -= 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const take = () => resolve(true);
    this.#waiting.push(take);
    if (!Number.isFinite(maxWaitMs)) return promise;
    const timer = setTimeout(() => {
      // Still there, because taking a slot clears this timer.
      this.#waiting.splice(this.#waiting.indexOf(take), 1);
      resolve(false);
    }, maxWaitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#places += 1;
  }
}
