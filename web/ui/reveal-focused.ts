import type { FocusEvent } from 'react';

/**
 * For `onFocus` of a row that scrolls sideways: what gets the focus by keyboard scrolls into view.
 * Chromium does that only for what is hidden entirely. A press must not move what is pressed.
 */
export function revealFocused({ target }: FocusEvent): void {
  if (!target.matches(':focus-visible')) return;
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
