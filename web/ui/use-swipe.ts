import { type TouchEvent, useRef } from 'react';

/** Shorter is a tap with an unsteady finger. */
const SWIPE_PX = 72;
/** So much further sideways than up or down; else it scrolls. */
const SIDEWAYS = 2;

/**
 * Hears one finger swipe sideways; not where something moves sideways by itself, and not while text is
 * selected.
 *
 * @param onSwipe gets 1 for the next view (to the left) and -1 for the one before
 */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ touches, target }: TouchEvent) {
      const touch = touches[0];
      start.current =
        touch && touches.length === 1 && !movesSideways(target)
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      const isSwipe = Math.abs(x) >= SWIPE_PX && Math.abs(x) >= SIDEWAYS * Math.abs(y);
      if (isSwipe && getSelection()?.isCollapsed !== false) onSwipe(x < 0 ? 1 : -1);
    },
  };
}

function movesSideways(target: EventTarget): boolean {
  for (let index = target instanceof Element ? target : null; index; index = index.parentElement) {
    if (index.matches('input, textarea, select')) return true;
    if (
      index.scrollWidth > index.clientWidth &&
      /auto|scroll/.test(getComputedStyle(index).overflowX)
    )
      return true;
  }
  return false;
}
