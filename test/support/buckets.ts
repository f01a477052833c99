/** R2 bindings for tests: one notes how it is read, one fails. */
import { bindingWith } from './bindings.ts';

/** How long each reading takes, so that concurrent ones meet. */
const READING_MS = 50;

/** A binding that reads slowly, and counts its readings and how many of them run at once. */
export function slowBucket(r2: R2Bucket) {
  let [count, open, most] = [0, 0, 0];
  const bucket = bindingWith(r2, {
    async get(key: string, options?: R2GetOptions) {
      count += 1;
      open += 1;
      most = Math.max(most, open);
      await scheduler.wait(READING_MS);
      open -= 1;
      return r2.get(key, options);
    },
  });
  return { bucket, count: () => count, mostAtOnce: () => most };
}

/** A binding whose calls of this name fail, and from which nothing else is lost. */
export function failingBucket(r2: R2Bucket, name: keyof R2Bucket): R2Bucket {
  return bindingWith(r2, { [name]: () => Promise.reject(new Error('R2 does not respond')) });
}
