import type { Search } from './use-search.ts';

/** Announces the results to screen readers. */
export function SearchAnnouncer({
  search,
  text,
  commands,
}: {
  search: Search;
  text: string;
  /** How many commands match. */
  commands: number;
}) {
  return (
    <p role="status" className="sr-only">
      {search.isCurrent ? announcementOf(search, text, commands) : ''}
    </p>
  );
}

function announcementOf(
  { state, groups, hasMore }: Search,
  text: string,
  commands: number,
): string {
  if (state === 'nothing') {
    return commands === 0
      ? `Nothing found for ${text.trim()}`
      : `Nothing you subscribe to or saved mentions ${text.trim()}. ${commands} other ${commands === 1 ? 'match' : 'matches'}`;
  }
  if (state !== 'results') return '';
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return `${count} ${count === 1 ? 'result' : 'results'}${hasMore ? ', and more to load' : ''}`;
}
