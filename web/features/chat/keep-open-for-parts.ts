/**
 * For the `onEscapeKeyDown` of a dialog with a transcript and the player: the first Escape clears the search
 * or folds the player, the second closes the dialog.
 */
export function keepOpenForParts(event: KeyboardEvent): void {
  const { target } = event;
  const isSearch = target instanceof HTMLInputElement && target.type === 'search';
  const isInOpenedPlayer = target instanceof Element && target.closest('.player[data-more]');
  if (isInOpenedPlayer || (isSearch && target.value !== '')) event.preventDefault();
}
