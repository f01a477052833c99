import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a button that is disabled while busy and so loses the focus. The button gets it back when
 * enabled, unless something else has it by then.
 */
export function useKeptFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const button = ref.current;
    // Browsers take the focus away a moment after disabling.
    if (isBusy) hadFocus.current = document.activeElement === button;
    else if (hadFocus.current && isNowhere(document.activeElement)) {
      button?.focus({ preventScroll: true });
    }
  }, [isBusy]);
  return ref;
}

const isNowhere = (focused: Element | null) => focused === null || focused === document.body;
