/** What may be one of several: a row of a list, or a conversation in an episode's row. */
const ROW = 'li, article';

/**
 * Call before removing a row: moves the focus to the next row, the previous one, those around it, or the
 * page.
 */
export function focusNeighbour(button: Element): void {
  const next = neighbourOf(button.closest(ROW)) ?? document.querySelector('main');
  next?.focus({ preventScroll: true });
}

function neighbourOf(row: Element | null | undefined): HTMLElement | null {
  if (!row) return null;
  const siblings = [row.nextElementSibling, row.previousElementSibling];
  const neighbour = siblings.find((sibling) => sibling?.matches(row.tagName));
  return (
    neighbour?.querySelector<HTMLElement>('button') ?? neighbourOf(row.parentElement?.closest(ROW))
  );
}

/** How long a row may take to come back. */
const RESTORED_WITHIN_MS = 10_000;

/**
 * Call when a deletion is undone: once the row with this id in `data-deletable` is back, its first button
 * gets the focus, unless the reader has moved on.
 */
export function focusRestored(id: string): void {
  // The toast has closed by then, and most rows are back.
  requestAnimationFrame(() => {
    const before = document.activeElement;
    const isBack = () => {
      const row = document.querySelector(`[data-deletable="${CSS.escape(id)}"]`);
      if (document.activeElement === before) row?.querySelector<HTMLElement>('button')?.focus();
      return row !== null;
    };
    if (isBack()) return;
    const changes = new MutationObserver(() => isBack() && changes.disconnect());
    changes.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => changes.disconnect(), RESTORED_WITHIN_MS);
  });
}
