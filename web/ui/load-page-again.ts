import { toast } from './toasts.ts';

const ANSWER_MS = 10_000;

/** The app's HTML as the server sends it now; null if the server can't be reached or fails. */
export async function servedHtml(): Promise<string | null> {
  try {
    const reply = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });
    return reply.ok ? await reply.text() : null;
  } catch {
    return null;
  }
}

/**
 * Reloads the page after a part of it crashed or its script failed to load; rendering again would fix
 * neither. Only if the server answers: otherwise the browser's error page would take its place.
 */
export async function loadPageAgain(): Promise<void> {
  if ((await servedHtml()) !== null) return window.location.reload();
  toast({
    title: 'Error',
    description: 'The server did not answer. Please try again in a moment.',
    variant: 'destructive',
  });
}
