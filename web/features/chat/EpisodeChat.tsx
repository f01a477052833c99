import { type ReactNode, useEffect, useState } from 'react';
import { CHAT_ERROR_RESET_MS } from '../../../schema/limits.ts';
import { LOGIN_NEEDED } from '../../../schema/wire/chat-texts.ts';
import { loadRenderer } from '../../ui/Markdown.tsx';
import { usePageMark } from '../../ui/use-page-mark.ts';
import { ChatDialog } from './ChatDialog.tsx';
import { EpisodeFrame } from './EpisodeFrame.tsx';
import { OpeningProgress, progressOf } from './OpeningProgress.tsx';
import { INSIGHT_FAILED } from './texts.ts';
import type { Citation } from './transcript/TranscriptPanel.tsx';
import { useClosing } from './use-closing.ts';
import {
  type ConversationHandle,
  type ConversationInput,
  useConversation,
} from './use-conversation.ts';

/** How long 'Ready!' stays visible. */
const READY_MS = 500;

export interface EpisodeChatProps extends ConversationInput {
  episodeId: string;
  /** Null until known. */
  episodeTitle: string | null;
  /** Known to be one of the reader's own sources; otherwise its loaded text tells. */
  isSource: boolean;
  /** The transcript position to show. A new object scrolls there again. */
  citedPlace: Citation | null;
  hasBackToLibrary: boolean;
  /** Gets the focus back on closing. Null if nothing on the page opened the chat. */
  openedBy: HTMLElement | null;
  onSaved: () => void;
  onLogin: () => void;
  /** Starts a new conversation about the same episode. */
  onStartNew: () => void;
  onClose: () => void;
  /** The player, docked below. */
  player: ReactNode;
}

/**
 * The chat about an episode, above any screen. While a requested insight is being made it is the small
 * progress dialog, then the overlay.
 */
export function EpisodeChat(props: EpisodeChatProps) {
  const { openedBy, onClose } = props;
  const chat = useConversation(props);
  const { isClosing, close } = useClosing(onClose);
  const [isOpening, setIsOpening] = useState(props.isGenerating);
  const { isPreparing, step, state } = chat;
  const isFailing = step === 'failed' || state.insight?.status === 'failed';
  // The conversation resets after a failure. The dialog that showed the failure must not say 'Ready!'.
  const [hasFailed, setHasFailed] = useState(isFailing);
  if (isFailing && !hasFailed) setHasFailed(true);
  const { data: found } = chat.transcript;
  const isSource =
    props.isSource || (found?.status === 'ready' && found.transcript.source !== null);
  const isLoggedOut = chat.ended === 'logged-out';

  usePageMark('data-chat', !isOpening);

  // Otherwise the insight could arrive before its renderer.
  useEffect(() => void loadRenderer(), []);

  useEffect(() => {
    if (!isOpening || isLoggedOut || (isPreparing && !hasFailed)) return;
    const timer = hasFailed
      ? setTimeout(close, CHAT_ERROR_RESET_MS)
      : setTimeout(() => setIsOpening(false), READY_MS);
    return () => clearTimeout(timer);
  }, [isOpening, isPreparing, hasFailed, isLoggedOut, close]);

  return (
    <ChatDialog
      className={isOpening ? 'opening-dialog max-w-108' : 'chat-overlay'}
      isClosing={isClosing}
      onClose={close}
      onReturnFocus={(event) => {
        event.preventDefault();
        focusTargetOf(openedBy)?.focus();
      }}
    >
      {isOpening ? (
        <OpeningProgress
          {...progressOf(hasFailed || isLoggedOut ? 'failed' : step, state.insight, {
            isSource,
            isLost: chat.socketStatus === 'lost',
          })}
          isSource={isSource}
          failure={isLoggedOut ? LOGIN_NEEDED : hasFailed ? INSIGHT_FAILED : null}
          onLogin={isLoggedOut ? props.onLogin : null}
          isClosing={isClosing}
          onClose={close}
        />
      ) : (
        <EpisodeFrame
          chat={chat}
          episodeId={props.episodeId}
          sessionId={props.sessionId}
          episodeTitle={
            props.episodeTitle ?? chat.episodeTitle ?? titleOf(chat.transcript.data) ?? ''
          }
          isSource={isSource}
          citedPlace={props.citedPlace}
          hasBackToLibrary={props.hasBackToLibrary}
          onSaved={props.onSaved}
          onLogin={props.onLogin}
          onStartNew={props.onStartNew}
          isClosing={isClosing}
          onClose={close}
          player={props.player}
        />
      )}
    </ChatDialog>
  );
}

function titleOf(outcome: ConversationHandle['transcript']['data']) {
  return outcome?.status === 'ready' ? outcome.transcript.title : (outcome?.title ?? null);
}

/** Returns the opener, or its neighbour if the opener can no longer take the focus. */
function focusTargetOf(openedBy: HTMLElement | null): HTMLElement | null {
  if (openedBy === null || !openedBy.isConnected) return document.querySelector('main');
  if (!openedBy.matches(':disabled')) return openedBy;
  return openedBy.closest('li, section')?.querySelector('button:not(:disabled)') ?? null;
}
