import { useSyncExternalStore } from 'react';
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from '../../schema/limits.ts';

interface ToastAction {
  /** What its button says, as in 'Undo'. */
  label: string;
  run: () => void;
}

interface Toast {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Shown for at least ten seconds. It is never the only way to do something. */
  action?: ToastAction;
}

interface ShownToast extends Toast {
  id: number;
  isOpen: boolean;
}

const RELOAD_KEY = 'dripcast.toast';

let lastId = 0;
let toasts: readonly ShownToast[] = [];
/** Toasts with an action that a newer one without an action has covered, newest first. */
let covered: readonly ShownToast[] = [];
/** More undos than anybody goes back. */
const COVERED_MAX = 5;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message. A newer toast takes the older one's place; an action that has not been used yet
 * comes back once the newer toast is gone.
 */
export function toast(message: Toast) {
  lastId += 1;
  const pending = toasts.filter(({ action, isOpen }) => isOpen && action);
  covered = [...pending, ...covered].slice(0, COVERED_MAX);
  change([{ ...message, id: lastId, isOpen: true }, ...toasts].slice(0, TOAST_LIMIT));
}

export function dismissToast(id: number) {
  const [next, ...others] = covered;
  if (next && toasts.some((one) => one.id === id)) {
    covered = others;
    change([next]);
    return;
  }
  change(toasts.map((one) => (one.id === id ? { ...one, isOpen: false } : one)));
  setTimeout(() => change(toasts.filter((one) => one.id !== id)), TOAST_REMOVE_DELAY_MS);
}

/** For what is said right before the page reloads: shown now and again afterwards. */
export function toastAcrossReload(message: Omit<Toast, 'action'>) {
  toast(message);
  try {
    sessionStorage.setItem(RELOAD_KEY, JSON.stringify(message));
  } catch {
    // Then it was shown until the reload.
  }
}

/** Shows what was said before the reload, once. */
export function showToastOfLastPage() {
  try {
    const kept = sessionStorage.getItem(RELOAD_KEY);
    if (kept === null) return;
    sessionStorage.removeItem(RELOAD_KEY);
    toast(JSON.parse(kept) as Toast);
  } catch {
    // Nothing readable was kept.
  }
}

/** What was pressed inside the region of toasts. */
const pressed = new WeakSet<EventTarget>();

/** Notes a press inside the region, so that a dialog can tell it from a press beside itself. */
export function notePressOnToast({ target }: { target: EventTarget }) {
  pressed.add(target);
}

/**
 * For a dialog's `onInteractOutside`: reading or closing a toast must not close the dialog. Radix
 * reports a press only once the click is over. A toast that the click has closed is no longer in the
 * page by then, so where it stood cannot be asked.
 */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault(): void }) {
  if (event.target && pressed.has(event.target)) event.preventDefault();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
}
