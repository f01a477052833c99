/** Tells whoever knows the reader that the server doesn't any more. Apart, because it loads at once. */
const listeners = new Set<() => void>();

/** Calls `listener` whenever a call of the API is answered with 401. */
export function onUnauthorized(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellUnauthorized(): void {
  for (const listener of listeners) listener();
}
