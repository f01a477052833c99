import { useCallback, useState } from 'react';

/**
 * For the `onCloseAutoFocus` of a dialog that is mounted open. Returns the focus to where it was
 * before, or to the main part of the page if that is gone.
 */
export function useReturnFocus(): (event: Event) => void {
  const [openedBy] = useState(() => document.activeElement);
  return useCallback(
    (event: Event) => {
      event.preventDefault();
      const isThere =
        openedBy instanceof HTMLElement && openedBy.isConnected && openedBy !== document.body;
      (isThere ? openedBy : document.querySelector('main'))?.focus();
    },
    [openedBy],
  );
}
