import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/**
 * For a button that is disabled or removed while busy and so loses the focus. It gets the focus back
 * afterwards, unless something else has taken it.
 */
export function useKeptFocus(isBusy: boolean): RefCallback<HTMLButtonElement> {
  const current = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // Some browsers take the focus away while React disables the button, others a moment later. So the
  // focus is noted as it comes and goes; a button that is disabled or removed has not given it up.
  const ref = useCallback((button: HTMLButtonElement) => {
    current.current = button;
    if (hadFocus.current) giveBack(button);
    if (!button.disabled) hadFocus.current = document.activeElement === button;
    const noteFocus = () => {
      hadFocus.current = true;
    };
    const noteBlur = () => {
      if (!button.disabled) hadFocus.current = false;
    };
    button.addEventListener('focus', noteFocus);
    button.addEventListener('blur', noteBlur);
    return () => {
      current.current = null;
      button.removeEventListener('focus', noteFocus);
      button.removeEventListener('blur', noteBlur);
    };
  }, []);
  useLayoutEffect(() => {
    const button = current.current;
    if (isBusy || !hadFocus.current || !button) return;
    giveBack(button);
    hadFocus.current = document.activeElement === button;
  }, [isBusy]);
  return ref;
}

/** Unless something else has the focus. */
function giveBack(target: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) target.focus({ preventScroll: true });
}

/** Moves the focus to `target` if it was lost with the button that was pressed. */
export function useLostFocus(target: RefObject<HTMLElement | null>, takesFocus: boolean): void {
  useEffect(() => {
    if (takesFocus && target.current) giveBack(target.current);
  }, [target, takesFocus]);
}

/**
 * For content that is replaced or hidden, together with the control that was pressed: the focus goes to
 * `target`, unless something else has it.
 *
 * @param shown changes with the content
 */
export function useFocusOnChange(target: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown);
  // At once: a dialog around it would take the focus that nothing has.
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const focused = document.activeElement;
    // A browser takes the focus from what is hidden only later.
    const isLost = focused === null || focused === document.body || !focused.checkVisibility();
    if (isLost) target.current?.focus({ preventScroll: true });
  }, [target, shown]);
}

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
