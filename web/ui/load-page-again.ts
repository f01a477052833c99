import { toastError } from './toasts.ts';

const ANSWER_MS = 10_000;

/** The app's HTML from the server; null if it can't be reached or fails. */
export async function servedHtml(): Promise<string | null> {
  try {
    const reply = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    return reply.ok ? await reply.text() : null;
  } catch {
    return null;
  }
}

/**
 * Reloads the page after a part of it crashed or didn't load. If the server is down, the page stays and a
 * toast says so.
 */
export async function loadPageAgain(): Promise<void> {
  if ((await servedHtml()) !== null) return window.location.reload();
  toastError('The server did not answer. Please try again in a moment.');
}
