import { createContext, type ReactNode } from 'react';

/**
 * A link to log in again, once the session is over; until then null. For dialogs, which cover the notice
 * above the screen. From the shell, because this folder knows no session.
 */
export const LoginLink = createContext<ReactNode>(null);
