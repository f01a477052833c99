/**
 * The query parameters of each screen. Unreadable values count as absent and are set to undefined
 * explicitly, because the router keeps the raw value of anything a validator leaves out.
 */
import { CATEGORIES, SEARCH_QUERY_MAX_CHARS } from '../../schema/limits.ts';
import { returnPath } from '../../schema/wire/screens.ts';

export interface FindSearch {
  /** The search text, above any screen; absent while the search is closed. */
  find?: string | undefined;
}

/** The router parses texts like `1` or `true` into other types; turn them back into text. */
export function findSearch({ find }: Record<string, unknown>): FindSearch {
  const isTyped = ['string', 'number', 'boolean'].includes(typeof find);
  return { find: isTyped ? String(find).slice(0, SEARCH_QUERY_MAX_CHARS) : undefined };
}

interface OpenChatSearch {
  /** The session of the open conversation; absent while it is being created. */
  chat?: string | undefined;
  /** The conversation's episode. */
  episode?: string | undefined;
  /** The transcript position in seconds; of a source, the paragraph. */
  at?: number | undefined;
}

export interface PodcastsSearch extends OpenChatSearch {
  /** A category in lower case; absent for all. */
  category?: string | undefined;
}

export interface LibrarySearch extends OpenChatSearch {
  /** Absent for the saved insights. */
  tab?: 'history' | undefined;
  /** The saved insight to open in the list. */
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

const TOOLS = ['review', 'ask', 'digest', 'sources', 'export', 'tokens'] as const;
export type Tool = (typeof TOOLS)[number];

export interface ToolsSearch extends OpenChatSearch {
  /** The open tool; absent for none. */
  tool?: Tool | undefined;
  /** The id of an earlier digest; absent for the latest. */
  digest?: string | undefined;
  /** The source whose text is open. */
  read?: string | undefined;
}

/** The open tool, its conversation, and the transcript opened by a citation. */
export function toolsSearch(search: Record<string, unknown>): ToolsSearch {
  const { chat, episode, at } = openChat(search);
  const { digest, read } = search;
  const tool = TOOLS.find((one) => one === search.tool);
  return {
    tool,
    chat: tool === 'ask' || tool === 'sources' ? chat : undefined,
    digest: typeof digest === 'string' && digest !== '' ? digest : undefined,
    read: tool === 'sources' && typeof read === 'string' && read !== '' ? read : undefined,
    episode,
    at: episode === undefined ? undefined : at,
  };
}

export interface RegisterSearch {
  /** The path in this app to return to. */
  redirect?: string | undefined;
}

export interface LoginSearch extends RegisterSearch {
  /** Set after a failed login with another service. */
  error?: 'oauth' | undefined;
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  return { error: search.error === 'oauth' ? 'oauth' : undefined, ...registerSearch(search) };
}

export function registerSearch(search: Record<string, unknown>): RegisterSearch {
  return { redirect: returnPath(search.redirect) };
}
