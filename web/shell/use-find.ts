import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening the search: closing it is going back. */
    isFind?: boolean;
  }
}

/** Dialogs that the search may stand above; any other one is answered first. */
const BENEATH = '.chat-overlay, .search-box';
const DIALOGS = '[role="dialog"], [role="alertdialog"], dialog[open]';

/** The search over the screen, as the address keeps it: `?find=<text>` opens it. */
export function useFind() {
  /** Undefined while it is closed. */
  const find = useSearch({ strict: false, select: (search) => search.find });
  const navigate = useNavigate();
  const { history } = useRouter();
  const setFind = useCallback(
    (text: string | undefined, replace: boolean) =>
      navigate({
        to: '.',
        search: (before) => ({ ...before, find: text }),
        state: (before) => (replace ? before : { isFind: true }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(() => void setFind('', false), [setFind]);
  const close = useCallback(() => {
    if (history.location.state.isFind) history.back();
    else void setFind(undefined, true);
  }, [history, setFind]);
  return { find, setFind, open, close };
}

/** Ctrl K, or ⌘ K where that is the custom and Ctrl K deletes the rest of a line. */
function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [wanted, other] = /Mac|iP/.test(navigator.platform)
    ? [metaKey, ctrlKey]
    : [ctrlKey, metaKey];
  return key.toLowerCase() === 'k' && wanted && !other && !altKey && !shiftKey;
}

/** The key that opens the search and closes it. */
export function useFindKey(isSignedIn: boolean, { find, open, close }: ReturnType<typeof useFind>) {
  const toggle = useEffectEvent(() => {
    if (find !== undefined) close();
    else if ([...document.querySelectorAll(DIALOGS)].every((one) => one.matches(BENEATH))) open();
  });
  useEffect(() => {
    if (!isSignedIn) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isFindKey(event)) return;
      event.preventDefault();
      if (!event.repeat) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isSignedIn]);
}
