/** Who is told of changes to something outside React. */
export interface Listeners {
  /** Calls `listener` at each change. Returns how to stop that. */
  subscribe(listener: () => void): () => void;
  tell(): void;
}

/** For a module's own state, which components read with `useSyncExternalStore`. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell() {
      for (const listener of listeners) listener();
    },
  };
}
