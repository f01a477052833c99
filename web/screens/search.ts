/**
 * What the screens keep in the URL's search part. Anything unreadable there counts as absent, and is
 * set to undefined for that: what a validator leaves out, the router takes from the URL as it is.
 */
import { CATEGORIES, SEARCH_QUERY_MAX_CHARS } from '../../schema/limits.ts';
import { returnPath } from '../../schema/wire/screens.ts';

export interface FindSearch {
  /** What is searched for, over any screen; absent while the search is closed. */
  find?: string | undefined;
}

/** A text that reads as a number or as true is still what somebody typed. */
export function findSearch({ find }: Record<string, unknown>): FindSearch {
  const isTyped = ['string', 'number', 'boolean'].includes(typeof find);
  return { find: isTyped ? String(find).slice(0, SEARCH_QUERY_MAX_CHARS) : undefined };
}

interface OpenChatSearch {
  /** The session of the conversation that is open; absent while it is being made. */
  chat?: string | undefined;
  /** The episode it is about. */
  episode?: string | undefined;
  /** The place of its transcript, in seconds. */
  at?: number | undefined;
}

export interface PodcastsSearch extends OpenChatSearch {
  /** A category in lower case; absent for all. */
  category?: string | undefined;
}

export interface LibrarySearch extends OpenChatSearch {
  /** Absent for the saved insights. */
  tab?: 'history' | undefined;
  /** A saved insight that is looked for in the list. */
  insight?: string | undefined;
}

const CATEGORY_KEYS: readonly string[] = CATEGORIES.map((name) => name.toLowerCase());

function openChat(search: Record<string, unknown>): OpenChatSearch {
  const { chat, episode, at } = search;
  return {
    chat: typeof chat === 'string' && chat !== '' ? chat : undefined,
    episode: typeof episode === 'string' && episode !== '' ? episode : undefined,
    at: typeof at === 'number' && at >= 0 ? at : undefined,
  };
}

export function podcastsSearch(search: Record<string, unknown>): PodcastsSearch {
  const { category } = search;
  const key = typeof category === 'string' ? category.toLowerCase() : '';
  return { category: CATEGORY_KEYS.includes(key) ? key : undefined, ...openChat(search) };
}

export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  const { tab, insight } = search;
  return {
    tab: tab === 'history' ? tab : undefined,
    insight: typeof insight === 'string' && insight !== '' ? insight : undefined,
    ...openChat(search),
  };
}

/** The transcript that a digest's citation opened. */
export function toolsSearch(search: Record<string, unknown>): Omit<OpenChatSearch, 'chat'> {
  const { episode, at } = openChat(search);
  return { episode, at: episode === undefined ? undefined : at };
}

export interface RegisterSearch {
  /** Where one was, to come back to: a path of ours. */
  redirect?: string | undefined;
}

export interface LoginSearch extends RegisterSearch {
  /** Set by a sign-in with another service that failed. */
  error?: 'oauth' | undefined;
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  return { error: search.error === 'oauth' ? 'oauth' : undefined, ...registerSearch(search) };
}

export function registerSearch(search: Record<string, unknown>): RegisterSearch {
  return { redirect: returnPath(search.redirect) };
}
