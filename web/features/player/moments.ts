/**
 * Moments that a reader keeps. Each is stored in this browser before it is sent, and waits here if the
 * reader is offline or the session has expired. Two tabs may send the same one: its id ensures that the
 * server keeps it once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { formatClock } from '../../../schema/wire/clock.ts';
import type { Moment } from '../../../schema/wire/listening.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { storedItems } from '../../api/stored-items.ts';
import { focusRestored } from '../../ui/focus-neighbour.ts';
import { createListeners } from '../../ui/listeners.ts';
import { dismissToast, toast, toastError } from '../../ui/toasts.ts';
import { currentTime } from './engine.ts';
import { momentsQuery } from './moments-query.ts';
import { changeState, readState } from './player-state.ts';

const unsentSchema = z.object({
  id: z.string(),
  episodeId: z.string(),
  episodeTitle: z.string(),
  start: z.number(),
  end: z.number(),
  note: z.string(),
  /** Milliseconds since 1970; later than of all that waited already, whatever the clock says. */
  keptAt: z.number(),
});
export type UnsentMoment = z.infer<typeof unsentSchema>;

const stored = storedItems('moments', unsentSchema);

/** The delay before what the server didn't accept is sent again. */
const RETRY_MS = 30_000;

let userId: string | null = null;
let client: QueryClient | null = null;
/** What the library shows as waiting. */
let unsent: readonly UnsentMoment[] = [];
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** The moment of the last message, whether the message said that it waits, and its toast. */
let told: { id: string; isWaiting: boolean; toastId: number } | null = null;
/** Moments that turned out to be saved already, by the id they had here. */
const repeated = new Map<string, UnsentMoment>();
/** The moment that the reader was last told is waiting. */
let toldUnsent: string | null = null;
const listeners = createListeners();

/** Oldest first. */
function listUnsent(): UnsentMoment[] {
  if (userId === null) return [];
  return stored
    .list(userId)
    .map(({ item }) => item)
    .sort((one, other) => one.keptAt - other.keptAt);
}

function showUnsent(): void {
  unsent = listUnsent();
  listeners.tell();
}
stored.onChange(showUnsent);

function addUnsent(moment: Omit<UnsentMoment, 'keptAt'>): void {
  if (userId === null) return;
  const newest = listUnsent().at(-1);
  const keptAt = Math.max(Date.now(), newest ? newest.keptAt + 1 : 0);
  stored.put(userId, moment.id, { ...moment, keptAt });
  void sendMoments();
}

/** Sets the reader whose moments these are, and sends what they left unsent. */
export function setMomentsUser(user: string, queryClient: QueryClient): void {
  client = queryClient;
  if (user === userId) return;
  userId = user;
  showUnsent();
  void sendMoments();
}

/** The moments that wait in this browser. */
export function useUnsentMoments(): readonly UnsentMoment[] {
  return useSyncExternalStore(
    listeners.subscribe,
    () => unsent,
    () => unsent,
  );
}

/** Saves the sentence being spoken, without stopping playback. */
export function saveMomentNow(): void {
  const { episode } = readState();
  const seconds = currentTime();
  if (episode) saveMoment({ episodeId: episode.id, episodeTitle: episode.title, start: seconds });
}

/** Saves the sentences between two places of an episode; the server looks up what was said. */
export function saveMoment({
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
  addUnsent({ id, ...episode, start, end, note: '' });
  tellSaved({ id, note: '' }, navigator.onLine);
}

/** Without its time: the sentence that the server finds may have begun some seconds before. */
function tellSaved({ id, note }: Pick<Moment, 'id' | 'note'>, isOnline: boolean) {
  tell(id, !isOnline, {
    title: 'Moment saved',
    description: isOnline
      ? 'It is in your library.'
      : 'It is on this device until you are online again.',
    action: noteAction({ id, note }),
  });
}

/** Replaces the earlier message about the same moment. */
function tell(id: string, isWaiting: boolean, message: Parameters<typeof toast>[0]): void {
  if (told?.id === id) dismissToast(told.toastId);
  told = { id, isWaiting, toastId: toast(message) };
}

const noteAction = ({ id, note }: { id: string; note: string }) => ({
  label: note === '' ? 'Add Note' : 'Edit Note',
  run: () => changeState({ shown: { noteOf: id, before: note } }),
});

/**
 * Adds a note to a moment, sent or not. Rejects if the server refuses it, as it does if the note has been changed
 * elsewhere.
 *
 * @param noteBefore the note that is shown
 */
export async function noteMoment(id: string, note: string, noteBefore: string): Promise<void> {
  const waiting = userId === null ? null : stored.get(userId, id);
  if (userId !== null && waiting) {
    stored.put(userId, id, { ...waiting, note });
    // If the moment is being sent without the note, the note is sent after it.
    return sendMoments();
  }
  // Begun before it was known to be saved already. The server adds the note to it, or keeps both notes.
  const again = repeated.get(id);
  if (again) return addUnsent({ ...again, note });
  try {
    await readReply(api.user.moments[':id'].$put({ param: { id }, json: { note, noteBefore } }));
  } catch (error) {
    if (noteElsewhere(error) !== null) void refreshMoments();
    throw error;
  }
  await refreshMoments();
}

/** The note that was saved elsewhere, if that is why another was refused; otherwise null. */
export function noteElsewhere(error: unknown): string | null {
  if (!(error instanceof ApiError && error.status === 409)) return null;
  return z.string().safeParse(error.details.note).data ?? null;
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
    toastError(refusalMessage(error, 'Failed to delete the moment'));
    return;
  }
  onDeleted();
  await refreshMoments();
  const undo = () => {
    addUnsent({ id, episodeId, episodeTitle, start, end, note });
    focusRestored(id);
  };
  toast({ title: 'Moment deleted', action: { label: 'Undo', run: undo } });
}

const refreshMoments = async () => client && reload(client, momentsQuery.queryKey);

/** Sends what waits, oldest first, including what is added meanwhile. */
async function sendMoments(): Promise<void> {
  clearTimeout(timer);
  if (userId === null || isSending || stored.count(userId) === 0 || !navigator.onLine) return;
  isSending = true;
  const sender = userId;
  for (let next = listUnsent()[0]; next && sender === userId; next = listUnsent()[0]) {
    if (!(await sendMoment(next, sender))) break;
  }
  isSending = false;
  // Somebody else has logged in meanwhile.
  if (sender !== userId) return sendMoments();
  await refreshMoments();
}

/** Returns whether the next one may be sent. */
async function sendMoment(unsentMoment: UnsentMoment, sender: string): Promise<boolean> {
  const { episodeTitle: _, keptAt: __, ...moment } = unsentMoment;
  const { id } = moment;
  let { note } = moment;
  try {
    const saved = await readReply(api.user.moments.$post({ json: moment }));
    if (sender !== userId) return false;
    if (saved.id === id) {
      // The note may have been written meanwhile, or after an attempt whose reply was lost.
      note = stored.get(sender, id)?.note ?? saved.note;
      if (note !== '' && note !== saved.note) {
        await readReply(api.user.moments[':id'].$put({ param: { id }, json: { note } }));
      }
      if (told?.id === id && told.isWaiting) tellSaved({ ...moment, note }, true);
    } else tellRepeated(unsentMoment, saved);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (![400, 404, 409].includes(status)) {
      tellUnsent(unsentMoment, status);
      return false;
    }
    // The server will never accept it, and retrying would hold up the others.
    toastError(refusalMessage(error, 'The moment could not be saved'));
    stored.remove(sender, id);
    return true;
  }
  // If the note has changed again, the moment stays and is sent again.
  if (stored.get(sender, id)?.note === note) stored.remove(sender, id);
  return true;
}

/** Corrects the toast that said the moment was saved. */
function tellRepeated(moment: UnsentMoment, saved: Moment): void {
  repeated.set(moment.id, moment);
  if (told?.id !== moment.id) return;
  tell(moment.id, false, {
    title: `Already saved at ${formatClock(saved.start)}`,
    description: 'It is in your library.',
    action: noteAction(saved),
  });
}

/** Corrects the toast that said the moment was in the library. It is sent later, or after the next login. */
function tellUnsent(moment: UnsentMoment, status: number): void {
  const isLoggedOut = status === 401;
  if (!isLoggedOut) timer = setTimeout(() => void sendMoments(), RETRY_MS);
  if (toldUnsent === moment.id) return;
  toldUnsent = moment.id;
  tell(moment.id, true, {
    title: 'Moment not sent yet',
    description: isLoggedOut
      ? 'It is on this device until you log in again.'
      : 'It is on this device. We will try again.',
    action: noteAction(moment),
  });
}

addEventListener('online', () => void sendMoments());
