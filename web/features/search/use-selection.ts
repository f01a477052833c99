import { useState } from 'react';
import type { SearchResult } from '../../../schema/wire/search.ts';
import type { ResultGroup } from './result-groups.ts';

/** A value that no option has, so that Enter does nothing before the results arrive. */
const NONE = 'none';

/**
 * The option that Enter opens: the first one once the typed text's results are there, then whichever
 * the keys or the pointer select.
 *
 * @param first the value of the first option; null if there is none
 * @param shown the text whose results are shown; null while they load
 */
export function useSelection(
  groups: readonly ResultGroup[],
  first: string | null,
  shown: string | null,
) {
  const [value, select] = useState(NONE);
  const [selectedFor, setSelectedFor] = useState<string | null>(null);
  if (shown !== null && shown !== selectedFor) {
    setSelectedFor(shown);
    select(first ?? NONE);
  }
  return {
    value,
    select,
    clear: () => {
      select(NONE);
      setSelectedFor(null);
    },
    /** Returns the selected result, if a result is selected. */
    result: (): SearchResult | null =>
      groups.flatMap(({ results }) => results).find(({ id }) => id === value) ?? null,
  };
}
