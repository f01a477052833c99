import type { SearchKind, SearchResult } from '../../../schema/wire/search.ts';
import { KIND_TITLES } from './kinds.ts';

export interface ResultGroup {
  kind: SearchKind;
  title: string;
  results: SearchResult[];
}

/**
 * The results of all pages by kind, the kind of the best result first. What two pages both hold,
 * since something was added in between, is there once.
 */
export function groupResults(
  pages: readonly { results: readonly SearchResult[] }[],
): ResultGroup[] {
  const groups = new Map<SearchKind, ResultGroup>();
  const seen = new Set<string>();
  for (const result of pages.flatMap(({ results }) => results)) {
    const { id, kind } = result;
    // A kind of a newer server has no name here.
    if (seen.has(id) || !(kind in KIND_TITLES)) continue;
    seen.add(id);
    const group = groups.get(kind);
    if (group) group.results.push(result);
    else groups.set(kind, { kind, title: KIND_TITLES[kind], results: [result] });
  }
  return [...groups.values()];
}
