/** Workers that live for so many steps, each a call to something outside of them. */
import { surroundedDatabase } from './databases.ts';

export class Killed extends Error {}

/**
 * What happens at the last step: the worker dies before or after it takes effect, and its further calls have
 * no effect; or only this step fails, without an effect ('failing') or with one ('lost').
 */
export type Ending = 'before' | 'after' | 'failing' | 'lost';

export class Life {
  readonly #last: number;
  readonly #ending: Ending;
  steps = 0;
  /** Whether the last step was reached. */
  isOver = false;

  constructor(last: number, ending: Ending) {
    this.#last = last;
    this.#ending = ending;
  }

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    const goesOn = this.#ending === 'failing' || this.#ending === 'lost';
    if (this.isOver && !goesOn) throw new Killed();
    this.steps += 1;
    if (this.steps !== this.#last) return work();
    this.isOver = true;
    if (this.#ending === 'after' || this.#ending === 'lost') await work();
    throw new Killed();
  }
}

/** A D1 binding whose calls are steps. */
export function mortalDatabase(d1: D1Database, life: Life): D1Database {
  return surroundedDatabase(d1, {
    execute: (run) => life.step(run),
    batch: (run) => life.step(run),
  });
}

/** An R2 binding whose calls are steps. */
export function mortalBucket(r2: R2Bucket, life: Life): R2Bucket {
  return new Proxy(r2, {
    get(target, name) {
      const method = Reflect.get(target, name);
      return (...values: unknown[]) =>
        life.step(() => Reflect.apply(method, target, values) as Promise<unknown>);
    },
  });
}
