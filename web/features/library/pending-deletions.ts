/**
 * Deletions with undo. A deleted item is hidden at once and really deleted some ten seconds later.
 * Pending deletions are stored in the browser, so that a reload or a crash neither restores the item
 * nor forgets the deletion.
 */
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { ApiError, api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { toast } from '../../ui/toasts.ts';

/** Slightly longer than the toast with 'Undo' stays. */
const DELAY_MS = 11_000;
const STORAGE_KEY = 'dripcast.deletions';
/** Offline, or the session expired: try again on the next visit. */
const TRY_AGAIN_LATER = [0, 401];
const GONE_ALREADY = 404;

const deletionSchema = z.object({
  kind: z.enum(['insight', 'conversation']),
  id: z.string(),
  userId: z.string(),
  /** Milliseconds since 1970. */
  dueAt: z.number(),
});
type Deletion = z.infer<typeof deletionSchema>;

let pending: readonly Deletion[] = read();
let hidden: ReadonlySet<string> = new Set(pending.map(({ id }) => id));
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Already sent, so too late to undo. */
const sent = new Set<string>();
const listeners = new Set<() => void>();
let onDeleted: (deletion: Deletion) => Promise<void> = async () => {};

function read(): Deletion[] {
  try {
    return z.array(deletionSchema).parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
  } catch {
    return [];
  }
}

function change(next: readonly Deletion[]): void {
  pending = next;
  hidden = new Set(pending.map(({ id }) => id));
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(pending));
  } catch {
    // Then a reload within ten seconds shows the item once more.
  }
  for (const listener of listeners) listener();
}

const forget = (id: string) => change(pending.filter((one) => one.id !== id));

/** Hides an item of the library and offers to undo it. Deletes it unless undone. */
export function deleteSoon(deletion: Omit<Deletion, 'dueAt'>): void {
  const { kind, id } = deletion;
  change([...pending, { ...deletion, dueAt: Date.now() + DELAY_MS }]);
  timers.set(
    id,
    setTimeout(() => void send({ ...deletion, dueAt: 0 }), DELAY_MS),
  );
  toast({
    title: 'Success',
    description: kind === 'insight' ? 'Insight deleted' : 'Conversation deleted',
    action: { label: 'Undo', run: () => undo(id) },
  });
}

function undo(id: string): void {
  if (sent.has(id) || !hidden.has(id)) {
    toast({ title: 'Error', description: "It's too late to undo this", variant: 'destructive' });
    return;
  }
  clearTimeout(timers.get(id));
  forget(id);
}

async function send(deletion: Deletion): Promise<void> {
  const { kind, id } = deletion;
  if (sent.has(id)) return;
  sent.add(id);
  clearTimeout(timers.get(id));
  // The page may be closing.
  const init = { init: { keepalive: true } };
  try {
    await (kind === 'insight'
      ? readReply(api.user.insights[':id'].$delete({ param: { id } }, init))
      : readReply(api.user['chat-sessions'][':id'].$delete({ param: { id } }, init)));
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status !== GONE_ALREADY) {
      sent.delete(id);
      // Stays hidden until the reader's next visit, which tries again.
      if (TRY_AGAIN_LATER.includes(status)) return;
      forget(id);
      const failure =
        kind === 'insight' ? 'Failed to delete insight' : 'Failed to delete conversation';
      const description = refusalMessage(error, failure);
      toast({ title: 'Error', description, variant: 'destructive' });
      return;
    }
  }
  // The lists drop the item before it stops being hidden.
  await onDeleted(deletion);
  forget(id);
}

/**
 * Call when the library opens. Resumes deletions left over from the last visit and reports each one, so
 * that the lists can drop it.
 */
export function resumeDeletions(
  userId: string,
  report: (deletion: Deletion) => Promise<void>,
): void {
  onDeleted = report;
  for (const deletion of pending) {
    if (deletion.userId !== userId || timers.has(deletion.id)) continue;
    const wait = Math.min(DELAY_MS, Math.max(0, deletion.dueAt - Date.now()));
    timers.set(
      deletion.id,
      setTimeout(() => void send(deletion), wait),
    );
  }
}

if (typeof window !== 'undefined') {
  // Leaving the page gives up the chance to undo.
  window.addEventListener('pagehide', () => {
    for (const deletion of pending) if (timers.has(deletion.id)) void send(deletion);
  });
}

/** The ids of hidden items. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hidden,
  );
}
