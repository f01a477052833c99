import { withoutPauses } from './pauses.ts';

/**
 * Caches a function's result per object for the lifetime of the object.
 *
 * @param make must get the same other arguments for the same object
 */
export function cachedBy<Key extends object, Rest extends unknown[], Value extends {}>(
  make: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const known = new WeakMap<Key, Value>();
  return (key, ...rest) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key, ...rest);
    known.set(key, made);
    return made;
  };
}

/** The same for work in steps: `inSteps` takes them one by one, a call of the function all at once. */
export function cachedSteps<Key extends object, Rest extends unknown[], Value extends {}>(
  make: (key: Key, ...rest: Rest) => Generator<void, Value>,
) {
  const known = new WeakMap<Key, Value>();
  function* inSteps(key: Key, ...rest: Rest): Generator<void, Value> {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = yield* make(key, ...rest);
    known.set(key, made);
    return made;
  }
  return Object.assign((key: Key, ...rest: Rest) => withoutPauses(inSteps(key, ...rest)), {
    inSteps,
  });
}
