import { pressedInToasts } from './toasts.ts';

/**
 * For a dialog's `onInteractOutside`: reading or closing a toast must not close the dialog. Radix
 * reports a press only after the click, and a toast closed by that click is no longer in the page, so
 * its position can't be checked.
 */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault(): void }) {
  if (event.target && pressedInToasts.has(event.target)) event.preventDefault();
}
