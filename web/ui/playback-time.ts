/** The position of what is playing. */

let seconds = 0;
const listeners = new Set<() => void>();

/** For the player alone, several times a second while it plays. */
export function tellTime(now: number): void {
  seconds = now;
  for (const listener of listeners) listener();
}

export const currentSeconds = () => seconds;

/** Calls back whenever the time has moved. Doesn't rerender anything by itself. */
export function onTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
