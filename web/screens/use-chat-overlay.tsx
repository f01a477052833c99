import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { REMAINING_GENERATIONS_REFRESH_MS } from '../../schema/limits.ts';
import type { User } from '../../schema/wire/accounts.ts';
import type { EpisodeChatProps } from '../features/chat/EpisodeChat.tsx';
import { loginPath } from '../features/session/login-link.ts';
import { checkSession } from '../features/session/user.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { toast } from '../ui/toasts.ts';
import { type ScreenRequest, useScreenRequest } from './screen-request.ts';

/** After the screen itself has what it needs. */
const PRELOAD_MS = 1_500;
const loadEpisodeChat = () => import('../features/chat/EpisodeChat.tsx');
const EpisodeChat = lazy(() =>
  loadEpisodeChat().then((module) => ({ default: module.EpisodeChat })),
);

const OverlayPlayer = lazy(() =>
  import('./OverlayPlayer.tsx').then((module) => ({ default: module.OverlayPlayer })),
);

/** What a screen knows about a chat it opens; the rest is in the URL. */
export interface OpenedChat {
  episodeId: string;
  /** Null if unknown; the transcript has it. */
  episodeTitle: string | null;
  /** One of the reader's own sources. */
  isSource?: boolean;
  sessionId?: string | null;
  initialInsight?: string | null;
  remainingFollowUps?: number | null;
  isGenerating?: boolean;
  /** Not the last conversation about the episode, which may have no questions left. */
  isNew?: boolean;
  /** A transcript position, in seconds. */
  at?: number;
  /** What that place is cited for. */
  quotation?: string;
  openedBy: HTMLElement;
}

type PlaceRequest = Extract<ScreenRequest, { kind: 'place' }>;

interface ChatOverlayOptions {
  /** Undefined while loading, null if logged out. */
  user: User | null | undefined;
  hasBackToLibrary: boolean;
  onInsight?: (episodeId: string, ...args: Parameters<EpisodeChatProps['onInsight']>) => void;
  onNoTranscript?: (episodeId: string) => void;
  onSaved?: () => void;
  /** Called shortly after the chat closes, however it was closed. */
  onClosed?: () => void;
}

interface ChatSearch {
  chat?: string | undefined;
  episode?: string | undefined;
  at?: number | undefined;
}

/**
 * The chat above a screen. `?chat=<session>&episode=<episode>` in the URL opens it, so that it works
 * with links, reloads and Back.
 */
export function useChatOverlay(options: ChatOverlayOptions): {
  openChat: (opened: OpenedChat) => void;
  overlay: ReactNode;
} {
  const { user } = options;
  const { chat: sessionId = null, episode: episodeId, at } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const [opened, setOpened] = useState<OpenedChat | null>(null);
  /** The session that the open chat created for itself; it continues as the same chat. */
  const [madeSessionId, setMadeSessionId] = useState<string | null>(null);
  const hasEntry = useRef(false);
  /** How often the reader has started a new conversation in the open chat. */
  const [restarts, setRestarts] = useState(0);
  const queryClient = useQueryClient();
  /** The user who opened the chat. If the login expires, the chat and its draft stay. */
  const [reader, setReader] = useState<User | null>(null);
  const wanted = episodeId === undefined ? null : (user ?? reader);
  if (wanted?.id !== reader?.id) setReader(wanted);

  const setSearch = useCallback(
    ({ chat, episode, at: place }: ChatSearch, replace: boolean) =>
      navigate({
        to: '.',
        search: (before) => ({ ...before, chat, episode, at: place }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );

  const openChat = useCallback(
    (chat: OpenedChat) => {
      hasEntry.current = true;
      setOpened(chat);
      setMadeSessionId(null);
      setRestarts(0);
      const { sessionId: known, episodeId: episode, at: place } = chat;
      void setSearch({ chat: known ?? undefined, episode, at: place }, false);
    },
    [setSearch],
  );

  const close = () => {
    // Goes back, so that Back doesn't reopen the closed chat.
    if (hasEntry.current) history.back();
    else void setSearch({}, true);
  };

  /** The position that the search asked for. */
  const [asked, setAsked] = useState<PlaceRequest | null>(null);
  useScreenRequest((wanted) => {
    if (wanted.kind !== 'place' || wanted.episodeId !== episodeId) return false;
    setAsked(wanted);
    // The previous history entry is one of its own, not the screen that opened the chat.
    hasEntry.current = false;
    return true;
  });
  const quotation =
    opened?.episodeId === episodeId && opened?.at === at ? opened?.quotation : undefined;
  const citedPlace = useMemo(() => {
    if (at === undefined) return null;
    if (asked?.episodeId === episodeId && asked?.seconds === at) return asked;
    return { seconds: at, quotation };
  }, [asked, episodeId, at, quotation]);

  const isOpen = episodeId !== undefined && reader !== null;
  const tellClosed = useEffectEvent(() => options.onClosed?.());
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      hasEntry.current = false;
      // Forward returns to the conversation, not to generating it.
      setOpened((chat) => chat && { ...chat, isGenerating: false, isNew: false });
      setAsked(null);
      setTimeout(() => tellClosed(), REMAINING_GENERATIONS_REFRESH_MS);
    };
  }, [isOpen]);

  const isStrangers = episodeId !== undefined && user === null && reader === null;
  useEffect(() => {
    if (!isStrangers) return;
    toast({
      title: 'Authentication Required',
      description: 'Please log in to use the chat feature.',
      variant: 'destructive',
    });
    // Through the login, and back to the place that the link named.
    history.replace(loginPath(history.location.href));
  }, [isStrangers, history]);

  // Load the code before the first click.
  const isLoggedIn = Boolean(user);
  useEffect(() => {
    if (!isLoggedIn) return;
    const timer = setTimeout(() => void loadEpisodeChat().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [isLoggedIn]);

  if (episodeId === undefined || reader === null) return { openChat, overlay: null };
  const known = opened?.episodeId === episodeId ? opened : null;
  const isOwnSession = sessionId === null || sessionId === madeSessionId;
  const overlay = (
    <CardBoundary name="The chat" isOverlay>
      <Suspense fallback={null}>
        <EpisodeChat
          key={`${isOwnSession ? `new ${episodeId}` : sessionId} ${restarts}`}
          episodeId={episodeId}
          sessionId={sessionId}
          userId={reader.id}
          episodeTitle={known?.episodeTitle ?? null}
          isSource={known?.isSource ?? false}
          initialInsight={known?.initialInsight ?? null}
          remainingFollowUps={known?.remainingFollowUps ?? null}
          isGenerating={known?.isGenerating ?? false}
          citedPlace={citedPlace}
          hasBackToLibrary={options.hasBackToLibrary}
          openedBy={known?.openedBy ?? null}
          onSession={(made) => {
            setMadeSessionId(made);
            void setSearch({ chat: made, episode: episodeId, at }, true);
          }}
          // Chats of the library and of the list of episodes start from the beginning, with all their questions;
          // other chats resume the last conversation about the episode.
          resumes={restarts === 0 && !options.hasBackToLibrary && !known?.isNew}
          onLoggedOut={() => checkSession(queryClient)}
          onLogin={() => history.push(loginPath(history.location.href))}
          onStartNew={() => {
            setMadeSessionId(null);
            setRestarts((count) => count + 1);
            void setSearch({ episode: episodeId, at }, true);
          }}
          onInsight={(...told) => options.onInsight?.(episodeId, ...told)}
          onNoTranscript={() => options.onNoTranscript?.(episodeId)}
          onSaved={() => options.onSaved?.()}
          onClose={close}
          player={
            <Suspense fallback={null}>
              <OverlayPlayer />
            </Suspense>
          }
        />
      </Suspense>
    </CardBoundary>
  );
  return { openChat, overlay };
}
