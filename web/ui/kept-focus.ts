import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a button that is disabled while it works, which takes the focus from it: it gets it back when
 * it can be pressed again, unless something else has it by then.
 */
export function useKeptFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const button = ref.current;
    // Browsers take the focus away a moment later, not at once.
    if (isBusy) hadFocus.current = document.activeElement === button;
    else if (hadFocus.current && isNowhere(document.activeElement)) {
      button?.focus({ preventScroll: true });
    }
  }, [isBusy]);
  return ref;
}

const isNowhere = (focused: Element | null) => focused === null || focused === document.body;
