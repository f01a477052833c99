/** For hooks that call the server or show toasts, outside a browser. */
import { setTimeout as delay } from 'node:timers/promises';
import { QueryClient } from '@tanstack/react-query';
import { onTestFinished } from 'vitest';
import { useToasts } from '../../../web/ui/toasts.ts';
import { act, renderHook } from '../../support/render-hook.ts';
import { type ReceivedCall, type Reply, startReplyServer } from '../../support/reply-server.ts';

/** Answers the app's calls until the test is over. Returns what arrived so far. */
export async function serve(replies: Record<string, Reply[]>): Promise<ReceivedCall[]> {
  const server = await startReplyServer(replies);
  onTestFinished(server.stop);
  return server.received;
}

/** A hook together with the toasts it shows. */
export function renderWithToasts<Result>(useHook: () => Result, client = new QueryClient()) {
  const rendered = renderHook(() => ({ hook: useHook(), toasts: useToasts() }), undefined, client);
  const newest = () => rendered.result().toasts[0];
  return {
    hook: () => rendered.result().hook,
    /** The newest toast's description. */
    said: () => newest()?.description,
    /** The newest toast's button. */
    offered: (): { label: string; run: () => void } | undefined => newest()?.action,
    unmount: rendered.unmount,
  };
}

/** The query client tells its observers in a timer of 0 ms, which fires before this one. */
const NOTIFIED_MS = 5;

/**
 * Does something, to its end if it is a promise, and renders what the query client then tells its
 * observers.
 */
export const run = (change: () => unknown) =>
  act(async () => {
    await change();
    await delay(NOTIFIED_MS);
  });

/** Half a minute of `run`s. */
const MAX_RUNS = 6_000;

/** Waits until a reply has been rendered. */
export async function until(isSo: () => void): Promise<void> {
  for (let runs = 1; ; runs++) {
    await run(() => {});
    try {
      return isSo();
    } catch (error) {
      if (runs === MAX_RUNS) throw error;
    }
  }
}
