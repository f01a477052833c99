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
