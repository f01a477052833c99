import { CommandRoot } from 'cmdk';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { SEARCH_QUERY_MAX_CHARS } from '../../../schema/limits.ts';
import type { SearchResult } from '../../../schema/wire/search.ts';
import { useLengthLimit } from '../../ui/length-limit.tsx';
import { type Command, isNamed, matchCommands } from './commands.ts';
import { FilterChips } from './FilterChips.tsx';
import { KeyBoundary } from './KeyBoundary.tsx';
import { filtersOf, withoutFilters } from './query-words.ts';
import { SearchAnnouncer } from './SearchAnnouncer.tsx';
import { SearchBody } from './SearchBody.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchFooter } from './SearchFooter.tsx';
import { useSearch } from './use-search.ts';
import { useSelection } from './use-selection.ts';
import { useVisibleHeight } from './use-visible-height.ts';

/** Opens a result. `isHeard` also plays the sentence. */
export type OpenResult = (result: SearchResult, options: { isHeard: boolean }) => void;

/** One field that searches everything the reader has and all commands. */
export function SearchBox({
  text,
  onText,
  commands,
  podcasts,
  toPodcasts,
  onOpen,
}: {
  text: string;
  onText: (text: string) => void;
  commands: readonly Command[];
  /** Titles of the reader's podcasts. */
  podcasts: readonly string[];
  /** A link to the podcasts for readers who subscribe to none; null for others. */
  toPodcasts: ReactNode;
  onOpen: OpenResult;
}) {
  const limit = useLengthLimit(text, SEARCH_QUERY_MAX_CHARS);
  const asked = limit.isTooLong ? '' : text;
  const search = useSearch(asked);
  const { groups } = search;
  const words = withoutFilters(asked);
  const isOnlyFiltered = words === '' && Object.keys(filtersOf(asked)).length > 0;
  const matched = useMemo(
    () => (isOnlyFiltered || limit.isTooLong ? [] : matchCommands(commands, words)),
    [commands, words, isOnlyFiltered, limit.isTooLong],
  );
  // Results for other words than the typed ones rank below a command that the typed ones match.
  const areCommandsFirst = search.didYouMean !== null || isNamed(matched, words);
  const options = [
    groups.flatMap(({ results }) => results.map(({ id }) => id)),
    matched.flatMap((group) => group.commands.map(({ id }) => id)),
  ];
  const [first = null] = (areCommandsFirst ? options.reverse() : options).flat();
  const selection = useSelection(groups, first, search.isCurrent ? text : null);
  const found = useMemo(() => {
    const names = groups.flatMap(({ results }) => results.flatMap(({ speaker }) => speaker ?? []));
    return [...new Set(names)].sort((a, b) => a.localeCompare(b));
  }, [groups]);
  /** Those of the last results from anybody: once one is chosen, the others can still be. */
  const [speakers, setSpeakers] = useState(found);
  if (search.isCurrent && filtersOf(text).from === undefined && speakers !== found) {
    setSpeakers(found);
  }
  const field = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useVisibleHeight(frame);
  // If the session was still loading, the dialog took the focus itself.
  useEffect(() => field.current?.focus(), []);

  /** The reader moved to an option. By default cmdk jumps back to the first one on every keystroke. */
  const hasMoved = useRef(false);
  const change = (changed: string) => {
    hasMoved.current = false;
    selection.clear();
    onText(changed);
  };
  /** Chips and suggestions write text, too. The focus returns to the field, but stays in a chip that is used with arrow keys. */
  const write = (changed: string) => {
    change(changed);
    if (!document.activeElement?.matches('select:focus-visible')) field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') hasMoved.current = true;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const result = selection.result();
    // Results may belong to the previous text; commands always match the current one.
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
      // Ctrl K already closes the search.
      vimBindings={false}
      value={selection.value}
      onValueChange={selection.select}
      onKeyDown={onKeyDown}
    >
      <SearchField
        ref={field}
        text={text}
        onText={change}
        isBusy={search.isFetching}
        attributes={limit.attributes}
      />
      <div className="search-limit">{limit.hint}</div>
      <KeyBoundary>
        <FilterChips text={text} podcasts={podcasts} speakers={speakers} onText={write} />
      </KeyBoundary>
      <SearchAnnouncer
        search={search}
        text={text}
        commands={matched.reduce((count, group) => count + group.commands.length, 0)}
      />
      <SearchBody
        search={search}
        text={text}
        matched={matched}
        areCommandsFirst={areCommandsFirst}
        toPodcasts={toPodcasts}
        onOpen={onOpen}
        onText={write}
      />
      <SearchFooter />
    </CommandRoot>
  );
}
