import type { SearchKind } from '../../../schema/wire/search.ts';

/** The names of the kinds, as headings and filters. */
export const KIND_TITLES: Record<SearchKind, string> = {
  transcript: 'Said in episodes',
  episode: 'Episodes',
  insight: 'Saved insights',
  note: 'Your notes',
  chat: 'Conversations',
  text: 'Your writing',
  source: 'Your sources',
  moment: 'Saved moments',
};

export const KINDS = Object.keys(KIND_TITLES) as SearchKind[];
