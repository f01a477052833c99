import { type RefObject, useEffect } from 'react';

/**
 * Sets `--visible-height` on an element: the height above a phone's keyboard. No CSS unit gives that in
 * all browsers.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () =>
      element.current?.style.setProperty('--visible-height', `${viewport.height}px`);
    measure();
    viewport.addEventListener('resize', measure);
    return () => viewport.removeEventListener('resize', measure);
  }, [element]);
}
