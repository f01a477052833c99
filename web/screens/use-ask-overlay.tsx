import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { reload } from '../api/reload.ts';
import { loginPath } from '../features/session/login-link.ts';
import { checkSession } from '../features/session/user.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { loadModule } from '../ui/load-module.ts';
import type { ToolsSearch } from './search-params.ts';
import type { useCitedPlace } from './use-cited-place.ts';

const loadAskAll = () => loadModule(() => import('../features/chat/AskAll.tsx'));
const AskAll = lazy(() => loadAskAll().then((module) => ({ default: module.AskAll })));

const route = getRouteApi('/frame/tools');

/**
 * The conversation about all podcasts over the tools, opened by `?tool=ask`. The URL has its session in
 * `chat` and the cited place in `episode` and `at`, so that it can be linked, reloaded and left with Back.
 */
export function useAskOverlay(
  user: User,
  cited: ReturnType<typeof useCitedPlace>,
): {
  /** Rejects if the conversation's code can't be loaded. */
  open: (question: string) => Promise<void>;
  overlay: ReactNode;
} {
  const { tool, chat: sessionId = null, episode, at } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<string | null>(null);
  /** The session that the open conversation created for itself. */
  const [madeId, setMadeId] = useState<string | null>(null);
  const [restarts, setRestarts] = useState(0);
  const go = (search: ToolsSearch, replace: boolean) =>
    void navigate({
      // The digest that is open below stays.
      search: ({ digest }) => ({ digest, ...search }),
      replace,
      resetScroll: false,
    });
  const open = async (asked: string) => {
    await loadAskAll();
    setQuestion(asked);
    setMadeId(null);
    setRestarts((count) => count + 1);
    go({ tool: 'ask' }, false);
  };
  if (tool !== 'ask') return { open, overlay: null };
  const isOwn = sessionId === null || sessionId === madeId;
  const overlay = (
    <CardBoundary name="The conversation" isOverlay>
      <Suspense fallback={null}>
        <AskAll
          key={isOwn ? `new ${restarts}` : sessionId}
          sessionId={sessionId}
          userId={user.id}
          firstQuestion={sessionId === null ? question : null}
          episodeId={episode ?? null}
          place={cited.place}
          onPlace={(place) => {
            cited.note(place);
            const { episodeId, seconds } = place;
            go(
              { tool: 'ask', chat: sessionId ?? undefined, episode: episodeId, at: seconds },
              true,
            );
          }}
          onSession={(made) => {
            setMadeId(made);
            go({ tool: 'ask', chat: made, episode, at }, true);
          }}
          onSaved={() => void reload(queryClient, ['library'])}
          onLoggedOut={() => checkSession(queryClient)}
          onLogin={() => history.push(loginPath(history.location.href))}
          onStartNew={() => {
            setQuestion(null);
            setMadeId(null);
            setRestarts((count) => count + 1);
            go({ tool: 'ask' }, true);
          }}
          onClose={() => {
            setQuestion(null);
            go({}, true);
          }}
        />
      </Suspense>
    </CardBoundary>
  );
  return { open, overlay };
}
