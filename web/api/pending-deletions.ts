/**
 * Deletions with undo. A deleted item is hidden at once and really deleted once its 'Undo' is gone.
 * Pending deletions are stored in the browser, so that a reload or a crash neither restores the item
 * nor forgets the deletion.
 */
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { focusRestored } from '../ui/focus-neighbour.ts';
import { createListeners } from '../ui/listeners.ts';
import { toast, toastError } from '../ui/toasts.ts';
import { ApiError, api, readReply } from './client.ts';
import { refusalMessage } from './refusal.ts';
import { storedItems } from './stored-items.ts';

/** The delay of a deletion left over from the last page: slightly longer than 'Undo' is shown. */
const DELAY_MS = 11_000;
const GONE_ALREADY = 404;

const deletionSchema = z.object({
  kind: z.enum(['insight', 'conversation', 'source']),
  id: z.string(),
  userId: z.string(),
  /** Milliseconds since 1970. */
  dueAt: z.number(),
});
type Deletion = z.infer<typeof deletionSchema>;
type Kind = Deletion['kind'];

const DELETED: Record<Kind, string> = {
  insight: 'Insight deleted',
  conversation: 'Conversation deleted',
  source: 'Source deleted',
};
const FAILED: Record<Kind, string> = {
  insight: 'Failed to delete insight',
  conversation: 'Failed to delete conversation',
  source: 'Failed to delete source',
};
/** The page may be closing. */
const KEPT_ALIVE = { init: { keepalive: true } };

const CALLS: Record<Kind, (id: string) => Promise<unknown>> = {
  insight: (id) => readReply(api.user.insights[':id'].$delete({ param: { id } }, KEPT_ALIVE)),
  conversation: (id) =>
    readReply(api.user['chat-sessions'][':id'].$delete({ param: { id } }, KEPT_ALIVE)),
  source: (id) => readReply(api.user.sources[':id'].$delete({ param: { id } }, KEPT_ALIVE)),
};

/** By kind. */
const stored = storedItems('deletions', deletionSchema);
let hidden: ReadonlySet<string> = new Set(listPending().map(({ id }) => id));
/** Left over from the last page, or made in another tab. */
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Made on this page. */
const own = new Set<string>();
/** Already sent, so too late to undo. */
const sent = new Set<string>();
const { subscribe, tell } = createListeners();
/** What the lists do with a deleted item, by kind. */
const onDeleted = new Map<Kind, (id: string) => Promise<void>>();

/** Tells which items have been deleted. */
let otherTabs: BroadcastChannel | undefined;

function listPending(): Deletion[] {
  return Object.keys(CALLS).flatMap((kind) => stored.list(kind).map(({ item }) => item));
}

stored.onChange(() => {
  hidden = new Set(listPending().map(({ id }) => id));
  tell();
});

/** Hides an item and offers to undo it. Deletes it unless undone. */
export function deleteSoon(deletion: Omit<Deletion, 'dueAt'>): void {
  const { kind, id } = deletion;
  stored.put(kind, id, { ...deletion, dueAt: Date.now() + DELAY_MS });
  own.add(id);
  toast({
    title: 'Success',
    description: DELETED[kind],
    action: {
      label: 'Undo',
      run: () => undo(kind, id),
      // Other toasts may cover it for a while, and pointing at it keeps it.
      onGone: () => {
        if (hidden.has(id)) void send({ ...deletion, dueAt: 0 });
      },
    },
  });
}

function undo(kind: Kind, id: string): void {
  if (sent.has(id) || !hidden.has(id)) {
    toastError("It's too late to undo this");
    return;
  }
  clearTimeout(timers.get(id));
  stored.remove(kind, id);
  focusRestored(id);
}

async function send(deletion: Deletion): Promise<void> {
  const { kind, id } = deletion;
  // Another tab may have undone or sent it.
  if (sent.has(id) || stored.get(kind, id) === null) return;
  sent.add(id);
  clearTimeout(timers.get(id));
  try {
    await CALLS[kind](id);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status !== GONE_ALREADY) {
      sent.delete(id);
      stored.remove(kind, id);
      toastError(refusalMessage(error, FAILED[kind]));
      return;
    }
  }
  // The lists drop the item before it stops being hidden, also in other tabs.
  otherTabs?.postMessage({ kind, id });
  await onDeleted.get(kind)?.(id);
  stored.remove(kind, id);
}

/**
 * Call when a list with deletable items opens. Resumes deletions left over from the last visit and
 * reports each one, so that the lists can drop it.
 *
 * @param reports what to do after a deletion, for the kinds of these lists
 */
export function resumeDeletions(
  userId: string,
  reports: Partial<Record<Kind, (id: string) => Promise<void>>>,
): void {
  for (const [kind, report] of Object.entries(reports)) onDeleted.set(kind as Kind, report);
  for (const deletion of listPending()) {
    if (deletion.userId !== userId || !(deletion.kind in reports)) continue;
    if (own.has(deletion.id) || timers.has(deletion.id)) continue;
    const wait = Math.min(DELAY_MS, Math.max(0, deletion.dueAt - Date.now()));
    timers.set(
      deletion.id,
      setTimeout(() => void send(deletion), wait),
    );
  }
}

/** Sends this page's pending deletions at once. Its session must still be active. */
export async function sendDeletions(): Promise<void> {
  const waiting = listPending().filter(({ id }) => own.has(id) || timers.has(id));
  await Promise.all(waiting.map(send));
}

/** Leaves the pending deletions to the reader's next visit: nobody else may send them. */
export function leaveDeletions(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  own.clear();
}

if (typeof window !== 'undefined') {
  // Leaving the page gives up the chance to undo.
  window.addEventListener('pagehide', () => void sendDeletions());
  otherTabs = new BroadcastChannel('dripcast.deletions');
  otherTabs.onmessage = ({ data }: MessageEvent<Pick<Deletion, 'kind' | 'id'>>) => {
    void onDeleted.get(data.kind)?.(data.id);
  };
}

/** The ids of hidden items. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden);
}
