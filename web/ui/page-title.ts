import { useEffect } from 'react';

/** Sets the document title, for the tab, the history and screen readers. */
export function usePageTitle(title: string | null) {
  useEffect(() => {
    document.title = title === null ? 'Dripcast' : `${title} · Dripcast`;
  }, [title]);
}
