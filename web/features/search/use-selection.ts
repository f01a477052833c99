import { useState } from 'react';
import type { SearchResult } from '../../../schema/wire/search.ts';
import type { CommandGroup } from './commands.ts';
import type { ResultGroup } from './result-groups.ts';

/** The value of no option: nothing is chosen by an Enter that comes before its results. */
const NONE = 'none';

/**
 * The option that Enter takes: the first one once the results of what is typed are there, then the
 * one that keys or pointer lead to.
 *
 * @param shown the text whose results are shown; null while they are on their way
 */
export function useSelection(
  groups: readonly ResultGroup[],
  matched: readonly CommandGroup[],
  shown: string | null,
) {
  const [value, select] = useState(NONE);
  const [selectedFor, setSelectedFor] = useState<string | null>(null);
  if (shown !== null && shown !== selectedFor) {
    setSelectedFor(shown);
    select(groups[0]?.results[0]?.id ?? matched[0]?.commands[0]?.id ?? NONE);
  }
  return {
    value,
    select,
    clear: () => {
      select(NONE);
      setSelectedFor(null);
    },
    /** The result that is selected, where it is one. */
    result: (): SearchResult | null =>
      groups.flatMap(({ results }) => results).find(({ id }) => id === value) ?? null,
  };
}
