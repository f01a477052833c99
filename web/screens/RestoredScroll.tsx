import { useElementScrollRestoration, useRouter } from '@tanstack/react-router';
import { useEffect, useReducer } from 'react';

/** What readers do who no longer wait for their place. */
const ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const getElement = () => window;

/**
 * Returns readers to their place after a reload, or when they come back. The router scrolls as soon as a
 * screen is shown, which is too early for one whose content has yet to load.
 */
export function RestoredScroll() {
  const router = useRouter();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => router.subscribe('onRendered', rerender), [router]);
  /** A new object each time a screen is left; undefined for one that is new. */
  const place = useElementScrollRestoration({ getElement });

  useEffect(() => {
    if (!place) return;
    const { scrollX, scrollY } = place;
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => ended.abort();
    for (const action of ACTIONS) {
      window.addEventListener(action, end, { signal, capture: true, passive: true });
    }
    const root = document.documentElement;
    let height: number;
    let reached: number;
    const growth = new ResizeObserver(() => {
      window.scrollTo(scrollX, scrollY);
      height = root.scrollHeight;
      reached = window.scrollY;
    });
    growth.observe(document.body);
    // On a page that hasn't changed, something else has scrolled, perhaps a screen reader.
    const onScroll = () => {
      if (root.scrollHeight === height && window.scrollY !== reached) end();
    };
    window.addEventListener('scroll', onScroll, { signal });
    signal.addEventListener('abort', () => growth.disconnect());
    return end;
  }, [place]);
  return null;
}
