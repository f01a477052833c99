import { RELOAD_KEY, type Toast, toast } from './toasts.ts';

/** For messages right before a page reload: shown now, and again afterwards. */
export function toastAcrossReload(message: Omit<Toast, 'action'>) {
  toast(message);
  try {
    sessionStorage.setItem(RELOAD_KEY, JSON.stringify(message));
  } catch {
    // Then it is only shown until the reload.
  }
}
