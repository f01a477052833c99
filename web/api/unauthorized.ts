/** Announces that the session has ended. In a file of its own, because the landing page loads it. */
const listeners = new Set<() => void>();

/** Calls `listener` whenever a call of the API is answered with 401. */
export function onUnauthorized(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call when the API answers 401. */
export function tellUnauthorized(): void {
  for (const listener of listeners) listener();
}
