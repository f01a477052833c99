/**
 * Computes something of an object once, as long as the object lives.
 *
 * @param make its other arguments must always be the same for the same object
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
