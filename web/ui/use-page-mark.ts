import { useLayoutEffect } from 'react';

/** How many parts set a mark: one that takes over from another is there before that goes. */
const counts = new Map<string, number>();

function count(mark: string, by: 1 | -1): void {
  const now = (counts.get(mark) ?? 0) + by;
  counts.set(mark, now);
  document.documentElement.toggleAttribute(mark, now > 0);
}

/**
 * Sets an attribute on the root element while a part is shown, for the styles of other parts. `body:has()` would need no
 * script, but browsers would search the whole page again for each letter typed in a dialog.
 */
export function usePageMark(mark: `data-${string}`, isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, isShown]);
}
