/** Announces that the session has ended. In a file of its own, because the landing page loads it. */
import { createListeners } from '../ui/listeners.ts';

const listeners = createListeners();

/** Calls `listener` whenever a call of the API is answered with 401. */
export const onUnauthorized = listeners.subscribe;

/** Call when the API answers 401. */
export const tellUnauthorized = listeners.tell;
