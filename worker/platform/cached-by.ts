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
