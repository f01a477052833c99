/**
 * Moments that a reader keeps. Each is noted in this browser first and sent after: without a
 * connection, or with a log-in that has expired, it waits here, and its id makes sure that it is kept
 * once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { formatClock } from '../../../schema/wire/clock.ts';
import type { Moment } from '../../../schema/wire/listening.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { toast } from '../../ui/toasts.ts';
import { currentTime } from './engine.ts';
import { readKept, writeKept } from './kept.ts';
import { momentsQuery } from './moments-query.ts';
import { changeState, readState } from './player-state.ts';

const unsentSchema = z.array(
  z.object({
    id: z.string(),
    episodeId: z.string(),
    episodeTitle: z.string(),
    start: z.number(),
    end: z.number(),
    note: z.string(),
  }),
);
export type UnsentMoment = z.infer<typeof unsentSchema>[number];

/** Until what the server did not take is sent again. */
const RETRY_MS = 30_000;

let userId: string | null = null;
let client: QueryClient | null = null;
let unsent: readonly UnsentMoment[] = [];
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The moment that the reader knows to be waiting. */
let toldUnsent: string | null = null;
const listeners = new Set<() => void>();

const nameOf = (user: string) => `moments.${user}`;

function change(next: readonly UnsentMoment[]): void {
  unsent = next;
  if (userId !== null) writeKept(nameOf(userId), unsent);
  for (const listener of listeners) listener();
}

/** Whose moments these are from now on; what this reader left unsent goes out. */
export function keepMomentsOf(user: string, queryClient: QueryClient): void {
  client = queryClient;
  if (user === userId) return;
  userId = user;
  change(readKept(nameOf(user), unsentSchema, []));
  void sendMoments();
}

/** Those that wait in this browser. */
export function useUnsentMoments(): readonly UnsentMoment[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => unsent,
    () => unsent,
  );
}

/** Keeps the sentence that is being said, or was when the key was pressed. It plays on. */
export function keepMomentNow(): void {
  const { episode } = readState();
  const seconds = currentTime();
  if (episode) keepMoment({ episodeId: episode.id, episodeTitle: episode.title, start: seconds });
}

/** Keeps the sentences between two places of an episode; the server looks up what was said. */
export function keepMoment({
  start,
  end = start,
  ...episode
}: {
  episodeId: string;
  episodeTitle: string;
  start: number;
  end?: number;
}): void {
  const id = crypto.randomUUID();
  change([...unsent, { id, ...episode, start, end, note: '' }]);
  toast({
    title: `Moment kept at ${formatClock(start)}`,
    description: navigator.onLine
      ? 'It is in your library.'
      : 'It is on this device until you are online again.',
    action: noteAction(id),
  });
  void sendMoments();
}

const noteAction = (id: string) => ({
  label: 'Add Note',
  run: () => changeState({ shown: { noteOf: id } }),
});

/** A note on a moment, whether or not it was sent meanwhile. Rejects where it was not taken. */
export async function noteMoment(id: string, note: string): Promise<void> {
  if (unsent.some((one) => one.id === id)) {
    change(unsent.map((one) => (one.id === id ? { ...one, note } : one)));
    // Where it is on its way without the note, the note follows it.
    return sendMoments();
  }
  await readReply(api.user.moments[':id'].$put({ param: { id }, json: { note } }));
  await refreshMoments();
}

/**
 * Deletes it at once; the same id brings it back, as long as it can be undone.
 *
 * @param onDeleted called before the list is loaded without it
 */
export async function deleteMoment(moment: Moment, onDeleted: () => void): Promise<void> {
  const { id, episodeId, episodeTitle, start, end, note } = moment;
  try {
    await readReply(api.user.moments[':id'].$delete({ param: { id } }));
  } catch (error) {
    const description = refusalMessage(error, 'Failed to delete the moment');
    toast({ title: 'Error', description, variant: 'destructive' });
    return;
  }
  onDeleted();
  await refreshMoments();
  const undo = () => {
    change([...unsent, { id, episodeId, episodeTitle, start, end, note }]);
    void sendMoments();
  };
  toast({ title: 'Moment deleted', action: { label: 'Undo', run: undo } });
}

const refreshMoments = async () => client && reload(client, momentsQuery.queryKey);

/** Sends what waits, the oldest first, also what is kept meanwhile. */
async function sendMoments(): Promise<void> {
  clearTimeout(timer);
  if (userId === null || isSending || unsent.length === 0 || !navigator.onLine) return;
  isSending = true;
  const sender = userId;
  for (let next = unsent[0]; next && sender === userId; next = unsent[0]) {
    if (!(await sendMoment(next, sender))) break;
  }
  isSending = false;
  await refreshMoments();
}

/** Returns whether the next one may be sent. */
async function sendMoment(
  { episodeTitle: _, ...moment }: UnsentMoment,
  sender: string,
): Promise<boolean> {
  try {
    await readReply(api.user.moments.$post({ json: moment }));
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (![400, 404, 409].includes(status)) {
      tellUnsent(moment.id, status);
      return false;
    }
    // The server will never accept it, and retrying would hold up the others.
    const description = refusalMessage(error, 'The moment could not be kept');
    toast({ title: 'Error', description, variant: 'destructive' });
  }
  if (sender !== userId) return false;
  const meanwhile = unsent.find(({ id }) => id === moment.id);
  change(unsent.filter(({ id }) => id !== moment.id));
  if (meanwhile && meanwhile.note !== moment.note) {
    const { id, note } = meanwhile;
    await readReply(api.user.moments[':id'].$put({ param: { id }, json: { note } })).catch(
      () => {},
    );
  }
  return true;
}

/** Corrects the toast that said the moment was in the library. It is sent later, or after logging in again. */
function tellUnsent(id: string, status: number): void {
  const isSignedOut = status === 401;
  if (!isSignedOut) timer = setTimeout(() => void sendMoments(), RETRY_MS);
  if (toldUnsent === id) return;
  toldUnsent = id;
  toast({
    title: 'Moment not sent yet',
    description: isSignedOut
      ? 'It is on this device until you log in again.'
      : 'It is on this device. We will try again.',
    action: noteAction(id),
  });
}

addEventListener('online', () => void sendMoments());
