/** What the screens keep in the URL's search part. Anything unreadable there counts as absent. */
import { CATEGORIES } from '../../schema/limits.ts';

interface OpenChatSearch {
  /** The session of the conversation that is open; absent while it is being made. */
  chat?: string;
  /** The episode it is about. */
  episode?: string;
  /** The place of its transcript, in seconds. */
  at?: number;
}

export interface PodcastsSearch extends OpenChatSearch {
  /** A category in lower case; absent for all. */
  category?: string;
}

export interface LibrarySearch extends OpenChatSearch {
  /** Absent for the saved insights. */
  tab?: 'history';
}

const CATEGORY_KEYS: readonly string[] = CATEGORIES.map((name) => name.toLowerCase());

function openChat(search: Record<string, unknown>): OpenChatSearch {
  const { chat, episode, at } = search;
  return {
    ...(typeof chat === 'string' && chat !== '' ? { chat } : {}),
    ...(typeof episode === 'string' && episode !== '' ? { episode } : {}),
    ...(typeof at === 'number' && at >= 0 ? { at } : {}),
  };
}

export function podcastsSearch(search: Record<string, unknown>): PodcastsSearch {
  const { category } = search;
  const key = typeof category === 'string' ? category.toLowerCase() : '';
  return { ...(CATEGORY_KEYS.includes(key) ? { category: key } : {}), ...openChat(search) };
}

export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  return { ...(search.tab === 'history' ? { tab: 'history' } : {}), ...openChat(search) };
}

/** The transcript that a digest's citation opened. */
export function toolsSearch(search: Record<string, unknown>): Omit<OpenChatSearch, 'chat'> {
  const { episode, at } = openChat(search);
  return episode === undefined ? {} : { episode, ...(at === undefined ? {} : { at }) };
}

export interface LoginSearch {
  /** Set by a sign-in with another service that failed. */
  error?: 'oauth';
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  return search.error === 'oauth' ? { error: 'oauth' } : {};
}
