import type { SearchKind, SearchResult } from '../../../schema/wire/search.ts';
import { KIND_TITLES } from './kinds.ts';

export interface ResultGroup {
  kind: SearchKind;
  title: string;
  results: SearchResult[];
}

/**
 * Groups the results of all pages by kind, starting with the kind of the best result. Conversations repeat
 * what was said, so the sentences themselves come before them. Results on two pages, because something was
 * added in between, appear once.
 */
export function groupResults(
  pages: readonly { results: readonly SearchResult[] }[],
): ResultGroup[] {
  const groups = new Map<SearchKind, ResultGroup>();
  const seen = new Set<string>();
  for (const result of pages.flatMap(({ results }) => results)) {
    const { id, kind } = result;
    // A newer server may send kinds that this version doesn't know.
    if (seen.has(id) || !(kind in KIND_TITLES)) continue;
    seen.add(id);
    const group = groups.get(kind);
    if (group) group.results.push(result);
    else groups.set(kind, { kind, title: KIND_TITLES[kind], results: [result] });
  }
  const kinds = [...groups.keys()];
  const [said, repeated] = [kinds.indexOf('transcript'), kinds.indexOf('chat')];
  if (repeated >= 0 && repeated < said) {
    kinds.splice(said, 1);
    kinds.splice(repeated, 0, 'transcript');
  }
  return kinds.flatMap((kind) => groups.get(kind) ?? []);
}
