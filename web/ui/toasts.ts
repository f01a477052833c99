import { useSyncExternalStore } from 'react';
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from '../../schema/limits.ts';
import { createListeners } from './listeners.ts';

interface ToastAction {
  /** The button's label, such as 'Undo'. */
  label: string;
  run: () => void;
  /** Called once the button is gone for good, used or not. */
  onGone?: () => void;
}

export interface Toast {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Shown for at least ten seconds. Never the only way to do something. */
  action?: ToastAction;
}

interface ShownToast extends Toast {
  id: number;
  isOpen: boolean;
}

/** The session storage key of a toast that outlives a reload of the page. */
export const RELOAD_KEY = 'dripcast.toast';
/** Until screen readers know a new page's live region: they announce only what is added to it later. */
const REGION_KNOWN_MS = 1_000;

let lastId = 0;
let toasts: readonly ShownToast[] = [];
/** Toasts whose action is covered by a newer toast without an action, newest first. */
let covered: readonly ShownToast[] = [];
/** Nobody undoes more steps than this. */
const COVERED_MAX = 5;
const { subscribe, tell } = createListeners();

function change(next: readonly ShownToast[]) {
  toasts = next;
  tell();
}

/**
 * Shows a toast, which replaces the current one. A replaced toast with an unused action comes back once
 * the newer one is gone.
 *
 * @returns its id
 */
export function toast(message: Toast): number {
  lastId += 1;
  const pending = toasts.filter(({ action, isOpen }) => isOpen && action);
  const waiting = [...pending, ...covered];
  covered = waiting.slice(0, COVERED_MAX);
  change([{ ...message, id: lastId, isOpen: true }, ...toasts].slice(0, TOAST_LIMIT));
  for (const { action } of waiting.slice(COVERED_MAX)) action?.onGone?.();
  return lastId;
}

/** Says that something has worked. */
export const toastSuccess = (description: string): number =>
  toast({ title: 'Success', description });

/** Says that something has failed. @returns the toast's id */
export const toastError = (description: string): number =>
  toast({ title: 'Error', description, variant: 'destructive' });

/** Closes a toast. One with an unused action that it covered comes back. */
export function dismissToast(id: number) {
  const dismissed = toasts.find((one) => one.id === id && one.isOpen);
  const [next, ...others] = covered;
  if (next && dismissed) {
    covered = others;
    change([next]);
  } else {
    close(id);
  }
  dismissed?.action?.onGone?.();
}

/** Closes a failure that is still shown once something has worked, most likely the same thing tried again. */
export function dismissFailure() {
  const failure = toasts.find(({ variant, isOpen }) => variant === 'destructive' && isOpen);
  if (failure) dismissToast(failure.id);
}

function close(id: number) {
  change(toasts.map((one) => (one.id === id ? { ...one, isOpen: false } : one)));
  setTimeout(() => change(toasts.filter((one) => one.id !== id)), TOAST_REMOVE_DELAY_MS);
}

/** Closes toasts whose action belongs to a reader who is no longer logged in, without using it. */
export function dropActions() {
  covered = [];
  for (const { id, action, isOpen } of toasts) if (isOpen && action) close(id);
}

/** Shows the message from before the reload, once, so that it is announced. Returns whether there is one. */
export function showToastOfLastPage(): boolean {
  try {
    const kept = sessionStorage.getItem(RELOAD_KEY);
    sessionStorage.removeItem(RELOAD_KEY);
    if (kept) setTimeout(toast, REGION_KNOWN_MS, JSON.parse(kept) as Toast);
    return kept !== null;
  } catch {
    // Nothing readable was stored.
    return false;
  }
}

/** Elements pressed inside the toast region. */
export const pressedInToasts = new WeakSet<EventTarget>();

/** Records a press inside the toast region, so that dialogs can tell it from a press outside them. */
export function notePressOnToast({ target }: { target: EventTarget }) {
  pressedInToasts.add(target);
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
}
