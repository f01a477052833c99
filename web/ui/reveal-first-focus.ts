/** Dialogs that have had the focus. */
const opened = new WeakSet<Element>();

/**
 * For the document's `focusin`. Radix moves the focus into a dialog without scrolling to it: in a low window, as of a page
 * at 400 %, the first field would be below the edge.
 */
export function revealFirstFocus({ target }: FocusEvent): void {
  if (!(target instanceof Element)) return;
  const dialog = target.closest('.rt-BaseDialogContent');
  if (dialog === null || opened.has(dialog)) return;
  opened.add(dialog);
  if (target !== dialog) target.scrollIntoView({ block: 'nearest' });
}
