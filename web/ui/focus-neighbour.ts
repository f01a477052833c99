/** Call before removing a row: moves the focus to the next row, the previous one, or the page. */
export function focusNeighbour(button: Element): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector('button') ?? document.querySelector('main');
  next?.focus({ preventScroll: true });
}
