import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opening the search created this history entry, so closing it goes back. */
    isFind?: boolean;
  }
}

/** The search may open above these dialogs. Any other dialog must be answered first. */
const BENEATH = '.chat-overlay, .search-box';
const DIALOGS = '[role="dialog"], [role="alertdialog"], dialog[open]';

/** The search's state in the address: `?find=<text>` opens it. */
export function useSearchDialog() {
  /** Undefined while closed. */
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

/** Ctrl K, or ⌘ K on Apple devices, where Ctrl K deletes to the end of the line. */
function isSearchShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [wanted, other] = /Mac|iP/.test(navigator.platform)
    ? [metaKey, ctrlKey]
    : [ctrlKey, metaKey];
  return key.toLowerCase() === 'k' && wanted && !other && !altKey && !shiftKey;
}

/** The shortcut that opens and closes the search. */
export function useSearchShortcut(
  isLoggedIn: boolean,
  { find, open, close }: ReturnType<typeof useSearchDialog>,
) {
  const toggle = useEffectEvent(() => {
    if (find !== undefined) close();
    else if ([...document.querySelectorAll(DIALOGS)].every((one) => one.matches(BENEATH))) open();
  });
  useEffect(() => {
    if (!isLoggedIn) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return;
      event.preventDefault();
      if (!event.repeat) toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isLoggedIn]);
}
