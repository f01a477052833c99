import type { Search } from './use-search.ts';

/** Announces the results to screen readers. */
export function SearchNews({ search, text }: { search: Search; text: string }) {
  return (
    <p role="status" className="sr-only">
      {search.isCurrent ? newsOf(search, text) : ''}
    </p>
  );
}

function newsOf({ state, groups, hasMore }: Search, text: string): string {
  if (state === 'nothing') return `Nothing found for ${text.trim()}`;
  if (state !== 'results') return '';
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return `${count} ${count === 1 ? 'result' : 'results'}${hasMore ? ', and more to load' : ''}`;
}
