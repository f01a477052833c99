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
import { userQuery } from '../features/session/user.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { toast } from '../ui/toasts.ts';
import { type Asked, useAsked } from './asked.ts';

const loadEpisodeChat = () => import('../features/chat/EpisodeChat.tsx');
const EpisodeChat = lazy(() =>
  loadEpisodeChat().then((module) => ({ default: module.EpisodeChat })),
);

/** What a screen knows of a chat it opens; the URL keeps the rest. */
export interface OpenedChat {
  episodeId: string;
  /** Null where it is not known: the transcript tells it. */
  episodeTitle: string | null;
  sessionId?: string | null;
  initialInsight?: string | null;
  remainingFollowUps?: number | null;
  isGenerating?: boolean;
  /** A place of the transcript, in seconds. */
  at?: number;
  openedBy: HTMLElement;
}

type AskedPlace = Extract<Asked, { kind: 'place' }>;

interface ChatOverlayOptions {
  /** Undefined while unknown, null for a stranger. */
  user: User | null | undefined;
  hasBackToLibrary: boolean;
  onInsight?: (episodeId: string, ...args: Parameters<EpisodeChatProps['onInsight']>) => void;
  onSaved?: () => void;
  /** A little after the chat was closed, by whatever way. */
  onClosed?: () => void;
}

interface ChatSearch {
  chat?: string | undefined;
  episode?: string | undefined;
  at?: number | undefined;
}

/**
 * The chat over a screen. `?chat=<session>&episode=<episode>` in the URL is what opens it, so that
 * it can be linked, reloaded, and left with Back.
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
  /** The session that the open chat made for itself: it goes on as the same chat. */
  const [madeSessionId, setMadeSessionId] = useState<string | null>(null);
  const hasEntry = useRef(false);
  /** How many new conversations were asked for in place of the one that was open. */
  const [restarts, setRestarts] = useState(0);
  const queryClient = useQueryClient();
  /** Who opened the chat: a log-in that ends while it is open takes away neither it nor its draft. */
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
    // Back, so that the closed chat is not the next thing Back leads to.
    if (hasEntry.current) history.back();
    else void setSearch({}, true);
  };

  /** The place that the search asked for. */
  const [asked, setAsked] = useState<AskedPlace | null>(null);
  useAsked((wanted) => {
    if (wanted.kind !== 'place' || wanted.episodeId !== episodeId) return false;
    setAsked(wanted);
    // It has entries of the history of its own beneath it, not the screen that opened the chat.
    hasEntry.current = false;
    return true;
  });
  const citedPlace = useMemo(() => {
    if (at === undefined) return null;
    return asked?.episodeId === episodeId && asked?.seconds === at ? asked : { seconds: at };
  }, [asked, episodeId, at]);

  const isOpen = episodeId !== undefined && reader !== null;
  const tellClosed = useEffectEvent(() => options.onClosed?.());
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      hasEntry.current = false;
      // Forward leads back to the conversation, not to its making.
      setOpened((chat) => chat && { ...chat, isGenerating: false });
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
    void setSearch({}, true);
  }, [isStrangers, setSearch]);

  // Its code is there before the first click.
  const isSignedIn = Boolean(user);
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(() => void loadEpisodeChat().catch(() => {}), 1_500);
    return () => clearTimeout(timer);
  }, [isSignedIn]);

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
          // The library's chats begin anew; whoever looks at an episode goes back to what was said.
          resumes={restarts === 0 && !options.hasBackToLibrary && !known?.isGenerating}
          onSignedOut={() => void queryClient.refetchQueries({ queryKey: userQuery.queryKey })}
          onLogin={() => {
            const back = encodeURIComponent(history.location.href);
            history.push(`/login?redirect=${back}`);
          }}
          onStartNew={() => {
            setMadeSessionId(null);
            setRestarts((count) => count + 1);
            void setSearch({ episode: episodeId, at }, true);
          }}
          onInsight={(status) => options.onInsight?.(episodeId, status)}
          onSaved={() => options.onSaved?.()}
          onClose={close}
        />
      </Suspense>
    </CardBoundary>
  );
  return { openChat, overlay };
}
