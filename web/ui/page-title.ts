import { useEffect } from 'react';

/** Names the screen in the tab, in history and to screen readers. */
export function usePageTitle(title: string | null) {
  useEffect(() => {
    document.title = title === null ? 'Dripcast' : `${title} · Dripcast`;
  }, [title]);
}
