/** Before a row goes: the focus moves to the one that takes its place, or the one before, or the page. */
export function focusNeighbour(button: Element): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector('button') ?? document.querySelector('main');
  next?.focus({ preventScroll: true });
}
