/** R2 bindings for tests: one notes how it is read, one fails. */

/** How long each reading takes, so that concurrent ones meet. */
const READING_MS = 50;

/** A binding that reads slowly, and counts its readings and how many of them run at once. */
export function slowBucket(r2: R2Bucket) {
  let [count, open, most] = [0, 0, 0];
  const bucket = new Proxy(r2, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'get') return value.bind(target);
      return async (...args: unknown[]) => {
        count += 1;
        open += 1;
        most = Math.max(most, open);
        await scheduler.wait(READING_MS);
        open -= 1;
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { bucket, count: () => count, mostAtOnce: () => most };
}

/** A binding whose calls of this name fail, and from which nothing else is lost. */
export function failingBucket(r2: R2Bucket, name: keyof R2Bucket): R2Bucket {
  return new Proxy(r2, {
    get(target, asked) {
      if (asked === name) return () => Promise.reject(new Error('R2 does not respond'));
      const value: unknown = Reflect.get(target, asked, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
