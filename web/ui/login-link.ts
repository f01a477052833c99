import { createContext, type ReactNode } from 'react';

/**
 * A link to log in again, once the session is over; until then null. For dialogs, which cover the notice
 * above the screen. The shell provides it, because this folder knows nothing about sessions.
 */
export const LoginLink = createContext<ReactNode>(null);
