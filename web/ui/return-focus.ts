import { useCallback, useState } from 'react';

/**
 * For the `onCloseAutoFocus` of a dialog that is mounted open: the focus goes back to where it was
 * when the dialog came, or to the page's main part where that is gone.
 */
export function useReturnFocus(): (event: Event) => void {
  const [openedBy] = useState(() => document.activeElement);
  return useCallback(
    (event: Event) => {
      event.preventDefault();
      const isThere = openedBy instanceof HTMLElement && openedBy.isConnected;
      (isThere ? openedBy : document.querySelector('main'))?.focus();
    },
    [openedBy],
  );
}
