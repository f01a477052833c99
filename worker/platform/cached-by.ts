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

/**
 * Caches a function's result per text, for at most `most` texts.
 *
 * @returns what is shared between callers, and must not be changed
 */
export function cachedByText<Value extends {}>(
  make: (text: string) => Value,
  most: number,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    // Rare and cheap: what is still in use is soon cached again.
    if (known.size >= most) known.clear();
    known.set(text, made);
    return made;
  };
}

/**
 * The same for work in steps: `inSteps` takes them one by one, a call of the function all at once. Callers share work
 * that is in progress: each takes its next steps. A hundred at once do it once, and none awaits another's promise.
 */
export function cachedSteps<Key extends object, Rest extends unknown[], Value extends {}>(
  make: (key: Key, ...rest: Rest) => Generator<void, Value>,
) {
  const known = new WeakMap<Key, Value>();
  const begun = new WeakMap<Key, Generator<void, Value>>();
  const takeStep = (key: Key, steps: Generator<void, Value>): Value | undefined => {
    begun.set(key, steps);
    try {
      const { done, value } = steps.next();
      if (!done) return undefined;
      known.set(key, value);
      begun.delete(key);
      return value;
    } catch (error) {
      begun.delete(key);
      throw error;
    }
  };
  function* inSteps(key: Key, ...rest: Rest): Generator<void, Value> {
    for (;;) {
      const made = known.get(key) ?? takeStep(key, begun.get(key) ?? make(key, ...rest));
      if (made !== undefined) return made;
      yield;
    }
  }
  return Object.assign((key: Key, ...rest: Rest) => withoutPauses(inSteps(key, ...rest)), {
    inSteps,
  });
}
