import { useSyncExternalStore } from 'react';
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from '../../schema/limits.ts';

interface Toast {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

interface ShownToast extends Toast {
  id: number;
  isOpen: boolean;
}

/** Marks the region, so that a dialog can tell a click on a toast from a click beside itself. */
export const TOAST_REGION_ID = 'toasts';
const RELOAD_KEY = 'dripcast.toast';

let lastId = 0;
let toasts: readonly ShownToast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Tells the reader something. A newer toast takes the older one's place. */
export function toast(told: Toast) {
  lastId += 1;
  change([{ ...told, id: lastId, isOpen: true }, ...toasts].slice(0, TOAST_LIMIT));
}

export function dismissToast(id: number) {
  change(toasts.map((one) => (one.id === id ? { ...one, isOpen: false } : one)));
  setTimeout(() => change(toasts.filter((one) => one.id !== id)), TOAST_REMOVE_DELAY_MS);
}

/** For what is said right before the page reloads: shown now and again afterwards. */
export function toastAcrossReload(told: Toast) {
  toast(told);
  try {
    sessionStorage.setItem(RELOAD_KEY, JSON.stringify(told));
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

/** For a dialog's `onInteractOutside`: reading or closing a toast must not close the dialog. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault(): void }) {
  if (event.target instanceof Element && event.target.closest(`#${TOAST_REGION_ID}`)) {
    event.preventDefault();
  }
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
