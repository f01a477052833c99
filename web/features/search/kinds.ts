import type { SearchKind } from '../../../schema/wire/search.ts';

/** What results of a kind are called, together and as a filter. */
export const KIND_TITLES: Record<SearchKind, string> = {
  transcript: 'Said in episodes',
  episode: 'Episodes',
  insight: 'Saved insights',
  note: 'Your notes',
  chat: 'Conversations',
  text: 'Your writing',
  source: 'Your sources',
  moment: 'Kept moments',
};

export const KINDS = Object.keys(KIND_TITLES) as SearchKind[];
