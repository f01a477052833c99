/**
 * For the document's `keyup`. Browsers only scroll to the caret of a text area that gets the focus: the rest may be beneath
 * the header or the player. Not on `focusin`, since a press must not move what is pressed.
 */
export function revealTextArea({ key, target }: KeyboardEvent): void {
  if (key === 'Tab' && target instanceof HTMLTextAreaElement) {
    target.scrollIntoView({ block: 'nearest' });
  }
}
