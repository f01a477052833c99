/** The position of what is playing. */
import { createListeners } from './listeners.ts';

let seconds = 0;
const listeners = createListeners();

/** For the player alone, several times a second while it plays. */
export function tellTime(now: number): void {
  seconds = now;
  listeners.tell();
}

export const currentSeconds = () => seconds;

/** Calls back whenever the time has moved. Doesn't rerender anything by itself. */
export const onTime = listeners.subscribe;
