import { useNavigate, useSearch } from '@tanstack/react-router';
import { seekPassage } from '../features/chat/sought-passage.ts';
import type { OpenResult } from '../features/search/SearchBox.tsx';
import { play } from '../ui/playback.ts';
import { ask } from './asked.ts';

/**
 * Opens a result: a sentence in its transcript beside the chat, the reader's own items where they are
 * listed.
 *
 * @param leave awaited before navigating
 */
export function useFindTargets(leave: () => Promise<void>) {
  const navigate = useNavigate();
  const { episode: openEpisode, chat: openChat } = useSearch({ strict: false });
  return async (...[result, { isHeard }]: Parameters<OpenResult>): Promise<void> => {
    const { kind, episodeId, insightId, sessionId } = result;
    if (isHeard && result.isPlayable && episodeId !== null) {
      play({ episodeId, seconds: result.seconds });
    }
    await leave();
    if (kind === 'chat') seekPassage(result.snippet);
    if ((kind === 'insight' || kind === 'note') && insightId !== undefined) {
      await navigate({ to: '/library', search: { insight: insightId } });
    } else if (kind === 'chat' && sessionId !== undefined && episodeId !== null) {
      await navigate({
        to: '/library',
        search: { tab: 'history', chat: sessionId, episode: episodeId },
      });
    } else if (kind === 'chat' && sessionId !== undefined) {
      await navigate({ to: '/tools', search: { tool: 'ask', chat: sessionId } });
    } else if (kind === 'text' || episodeId === null) {
      await navigate({ to: kind === 'text' ? '/editor' : '/tools' });
    } else {
      const place = result.paragraph ?? result.seconds;
      const at = place === null ? undefined : Math.floor(place);
      // If that episode's conversation is open, it stays. Other episodes open above the catalogue.
      const isOpen = episodeId === openEpisode && openChat !== undefined;
      const isRead = kind === 'source' && !isOpen;
      if (at !== undefined && !isRead) ask({ kind: 'place', episodeId, seconds: at });
      await (isOpen
        ? navigate({
            to: '.',
            search: (before) => ({ ...before, find: undefined, at }),
            resetScroll: false,
          })
        : isRead
          ? // Reading a source must not use up a generation, as a new conversation does.
            navigate({ to: '/tools', search: { episode: episodeId, at } })
          : navigate({ to: '/podcasts', search: { episode: episodeId, at } }));
    }
  };
}
