/** Waits for a model, but not for ever. */
import { AssistantError } from '../assistant.ts';

/** Returns `work`, or throws on a time-out or abort without waiting for the model. */
export async function inTime<T>(
  work: Promise<T>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  // The race may leave this promise behind; its failure then doesn't matter.
  work.catch(() => {});
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => end.reject(new AssistantError('timeout', 'Nothing came in time')),
    timeoutMs,
  );
  const onAbort = () => end.reject(new AssistantError('aborted', 'The work was stopped'));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
