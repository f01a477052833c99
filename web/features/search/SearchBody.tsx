import { CommandGroup, CommandItem, CommandList } from 'cmdk';
import type { ReactNode } from 'react';
import { useSettled } from '../../ui/use-settled.ts';
import type { CommandGroup as Matched } from './commands.ts';
import { KeyBoundary } from './KeyBoundary.tsx';
import { misreadFilter, withoutFilters } from './query-words.ts';
import { ResultRow } from './ResultRow.tsx';
import type { OpenResult } from './SearchBox.tsx';
import { SearchPlaceholder } from './SearchPlaceholder.tsx';
import type { Search } from './use-search.ts';

/** The pause in typing before a filter is said to be wrong. */
const MISREAD_MS = 600;

/** The results, or what replaces them, and the commands, which usually come after them. */
export function SearchBody({
  search,
  text,
  matched,
  areCommandsFirst,
  toPodcasts,
  onOpen,
  onText,
}: {
  search: Search;
  text: string;
  matched: readonly Matched[];
  areCommandsFirst: boolean;
  /** A link to the podcasts for readers who subscribe to none; null for others. */
  toPodcasts: ReactNode;
  onOpen: OpenResult;
  onText: (text: string) => void;
}) {
  const { groups, isCurrent, didYouMean } = search;
  // Wait until typing pauses: a half-written date is not a mistake.
  const [misread] = useSettled(misreadFilter(text), MISREAD_MS);
  const commandList = matched.map(({ title, commands }) => (
    <CommandGroup key={title} heading={title} className="search-group">
      {commands.map(({ id, label, detail, icon: Icon, run }) => (
        <CommandItem key={id} value={id} className="search-row search-command" onSelect={run}>
          <Icon size={16} aria-hidden />
          <bdi className="min-w-0 truncate">{label}</bdi>
          {detail !== undefined && <bdi className="search-detail">{detail}</bdi>}
        </CommandItem>
      ))}
    </CommandGroup>
  ));
  return (
    <div className="search-body" aria-busy={!isCurrent}>
      <p role="status" className="search-meant empty:sr-only">
        {misread}
      </p>
      {didYouMean !== null && (
        <p className="search-meant">
          Showing results for <strong dir="auto">{withoutFilters(didYouMean)}</strong>. Nothing was
          found for <span dir="auto">{withoutFilters(text)}</span>.
        </p>
      )}
      <KeyBoundary>
        <SearchPlaceholder
          search={search}
          text={text}
          hasCommands={matched.length > 0}
          toPodcasts={toPodcasts}
          onText={onText}
        />
      </KeyBoundary>
      <CommandList label="Results" data-stale={!isCurrent || undefined}>
        {areCommandsFirst && commandList}
        {groups.map(({ kind, title, results }) => (
          <CommandGroup key={kind} heading={title} className="search-group">
            {results.map((result) => (
              <ResultRow
                key={result.id}
                result={result}
                onOpen={() => onOpen(result, { isHeard: false })}
                onHear={() => onOpen(result, { isHeard: true })}
              />
            ))}
          </CommandGroup>
        ))}
        {search.hasMore && groups.length > 0 && (
          <CommandItem
            value="more"
            className="search-row search-more"
            disabled={search.isLoadingMore}
            onSelect={search.loadMore}
          >
            {search.isLoadingMore
              ? 'Loading more…'
              : search.hasMoreFailed
                ? 'Could not load more. Try again'
                : 'Load more results'}
          </CommandItem>
        )}
        {!areCommandsFirst && commandList}
      </CommandList>
    </div>
  );
}
