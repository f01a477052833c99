import { CommandRoot } from 'cmdk';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { SEARCH_QUERY_MAX_CHARS } from '../../../schema/limits.ts';
import type { SearchResult } from '../../../schema/wire/search.ts';
import { ApiError } from '../../api/client.ts';
import { BesideTheList } from './BesideTheList.tsx';
import { type Command, matchCommands } from './commands.ts';
import { FilterChips } from './FilterChips.tsx';
import { filtersOf, wordsOf } from './query-words.ts';
import { SearchBody } from './SearchBody.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchFooter } from './SearchFooter.tsx';
import { SearchNews } from './SearchNews.tsx';
import { useSearch } from './use-search.ts';
import { useSelection } from './use-selection.ts';
import { useVisibleHeight } from './use-visible-height.ts';

/** Opens what was found; `isHeard` where the sentence is to be played, too. */
export type OpenResult = (result: SearchResult, options: { isHeard: boolean }) => void;

/** One field over everything the reader may find, and over what the product does. */
export function SearchBox({
  text,
  onText,
  commands,
  podcasts,
  onOpen,
  onSignedOut,
}: {
  text: string;
  onText: (text: string) => void;
  commands: readonly Command[];
  /** Titles of the reader's podcasts. */
  podcasts: readonly string[];
  onOpen: OpenResult;
  /** The log-in is over. */
  onSignedOut: () => Promise<void>;
}) {
  const search = useSearch(text);
  const tellSignedOut = useEffectEvent(onSignedOut);
  const isSignedOut = search.error instanceof ApiError && search.error.status === 401;
  useEffect(() => {
    if (isSignedOut) void tellSignedOut();
  }, [isSignedOut]);
  const { groups } = search;
  const words = wordsOf(text);
  const isOnlyFiltered = words === '' && Object.keys(filtersOf(text)).length > 0;
  const matched = useMemo(
    () => (isOnlyFiltered ? [] : matchCommands(commands, words)),
    [commands, words, isOnlyFiltered],
  );
  const selection = useSelection(groups, matched, search.isCurrent ? text : null);
  const speakers = useMemo(() => {
    const found = groups.flatMap(({ results }) => results.flatMap(({ speaker }) => speaker ?? []));
    return [...new Set(found)].sort((a, b) => a.localeCompare(b));
  }, [groups]);
  const field = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useVisibleHeight(frame);
  // The dialog took the focus itself where it was not known yet who reads.
  useEffect(() => field.current?.focus(), []);

  /** The reader went to an option; cmdk by itself goes to the first one with every letter. */
  const hasMoved = useRef(false);
  const change = (changed: string) => {
    hasMoved.current = false;
    selection.clear();
    onText(changed.slice(0, SEARCH_QUERY_MAX_CHARS));
  };
  /** The words go on in the field, wherever they come from. */
  const write = (changed: string) => {
    change(changed);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') hasMoved.current = true;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const result = selection.result();
    // Results may be of the words before; commands are always of these.
    if (result !== null && !search.isCurrent && !hasMoved.current) {
      event.preventDefault();
      search.settle();
      return;
    }
    if (!event.shiftKey || result === null) return;
    event.preventDefault();
    onOpen(result, { isHeard: true });
  };

  return (
    <CommandRoot
      ref={frame}
      label="Search"
      className="search-frame"
      shouldFilter={false}
      loop
      // Ctrl K is the key of the box itself.
      vimBindings={false}
      value={selection.value}
      onValueChange={selection.select}
      onKeyDown={onKeyDown}
    >
      <SearchField ref={field} text={text} onText={change} isBusy={search.isFetching} />
      <BesideTheList>
        <FilterChips text={text} podcasts={podcasts} speakers={speakers} onText={write} />
      </BesideTheList>
      <SearchNews search={search} text={text} />
      <SearchBody search={search} text={text} matched={matched} onOpen={onOpen} onText={write} />
      <SearchFooter />
    </CommandRoot>
  );
}
