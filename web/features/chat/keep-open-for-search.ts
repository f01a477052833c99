/**
 * For the `onEscapeKeyDown` of a dialog with a transcript: the first Escape clears the search, the second
 * closes the dialog.
 */
export function keepOpenForSearch(event: KeyboardEvent): void {
  const { target } = event;
  const isSearch = target instanceof HTMLInputElement && target.type === 'search';
  if (isSearch && target.value !== '') event.preventDefault();
}
