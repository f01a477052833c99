import { type NavigateOptions, useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchResult } from '../../schema/wire/search.ts';
import { scrollToFound } from '../features/chat/found-passage.ts';
import type { OpenResult } from '../features/search/SearchBox.tsx';
import { play } from '../ui/playback.ts';
import { requestFromNextScreen } from './screen-request.ts';

/** Where the reader's own item is listed; null for anything else. */
function listOf({ kind, episodeId, insightId, sessionId }: SearchResult): NavigateOptions | null {
  if ((kind === 'insight' || kind === 'note') && insightId !== undefined) {
    return { to: '/library', search: { insight: insightId } };
  }
  if (kind === 'chat' && sessionId !== undefined) {
    return episodeId === null
      ? { to: '/tools', search: { tool: 'ask', chat: sessionId } }
      : { to: '/library', search: { tab: 'history', chat: sessionId, episode: episodeId } };
  }
  return kind === 'text' ? { to: '/editor' } : null;
}

/**
 * Opens a result: a sentence in its transcript beside the chat, the reader's own items where they are
 * listed.
 *
 * @param leave awaited before navigating
 */
export function useOpenResult(leave: () => Promise<void>) {
  const navigate = useNavigate();
  const { episode: openEpisode, chat: openChat } = useSearch({ strict: false });
  return async (...[result, { isHeard }]: Parameters<OpenResult>): Promise<void> => {
    const { kind, episodeId } = result;
    if (isHeard && result.isPlayable && episodeId !== null) {
      play({ episodeId, seconds: result.seconds });
    }
    await leave();
    if (kind === 'chat') scrollToFound(result.snippet);
    const list = listOf(result);
    if (list !== null || episodeId === null) return navigate(list ?? { to: '/tools' });
    const place = result.paragraph ?? result.seconds;
    const at = place === null ? undefined : Math.floor(place);
    // If that episode's conversation is open, it stays. Other episodes open above the catalogue.
    const isOpen = episodeId === openEpisode && openChat !== undefined;
    const isRead = kind === 'source' && !isOpen;
    if (at !== undefined && !isRead)
      requestFromNextScreen({ kind: 'place', episodeId, seconds: at });
    if (isOpen) {
      const search = (before: object) => ({ ...before, find: undefined, at });
      return navigate({ to: '.', search, resetScroll: false });
    }
    // Reading a source must not use up a generation, as a new conversation does.
    await navigate({ to: isRead ? '/tools' : '/podcasts', search: { episode: episodeId, at } });
  };
}
