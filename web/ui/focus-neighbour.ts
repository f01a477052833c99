/** Call before removing a row with `data-deletable`: moves the focus to the next one, the previous one, or the page. */
export function focusNeighbour(button: Element): void {
  const rows = [...document.querySelectorAll('[data-deletable]')];
  const place = rows.findIndex((row) => row.contains(button));
  const neighbour = (rows[place + 1] ?? rows[place - 1])?.querySelector('button');
  (neighbour ?? document.querySelector('main'))?.focus({ preventScroll: true });
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
