import { Dialog } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { FOLLOW_UPS_PER_SESSION } from '../../../schema/limits.ts';
import type { EpisodePlace } from '../../ui/citations.ts';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { keepOpenForToasts } from '../../ui/toasts.ts';
import { ChatColumn } from './ChatColumn.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import './ask-all.css';
import './conversation.css';
import './overlay.css';
import './transcript.css';
import { transcriptQuery } from './queries.ts';
import { TranscriptColumn } from './TranscriptColumn.tsx';
import { ALL_VOICE } from './texts.ts';
import { useClosing } from './use-closing.ts';
import { ALL, useConversation } from './use-conversation.ts';
import { useSaving } from './use-saving.ts';
import { ViewTabs } from './ViewTabs.tsx';
import { visibleMessages } from './visible-messages.ts';

export interface AskAllProps {
  /** Null until the conversation has opened one. */
  sessionId: string | null;
  userId: string;
  /** What to ask as soon as it is open. */
  firstQuestion: string | null;
  /** The place that is read beside the conversation. */
  place: EpisodePlace | null;
  onPlace: (place: EpisodePlace) => void;
  onSession: (sessionId: string) => void;
  onSaved: () => void;
  onSignedOut: () => void;
  onLogin: () => void;
  onStartNew: () => void;
  onClose: () => void;
}

/** A conversation about all of the reader's podcasts, with the cited episode's transcript beside it. */
export function AskAll(props: AskAllProps) {
  const { isClosing, close } = useClosing(props.onClose);
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Content
        className="chat-overlay ask-all"
        data-closing={isClosing || undefined}
        onInteractOutside={keepOpenForToasts}
        onOpenAutoFocus={(event) => {
          // The dialog itself, until there is something to write in.
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.focus();
        }}
        onCloseAutoFocus={returnFocus}
      >
        <AskAllFrame {...props} isClosing={isClosing} onClose={close} />
      </Dialog.Content>
    </Dialog.Root>
  );
}

function AskAllFrame({
  sessionId,
  userId,
  firstQuestion,
  place,
  onPlace,
  onSaved,
  isClosing,
  ...on
}: AskAllProps & { isClosing: boolean }) {
  const chat = useConversation({
    episodeId: null,
    sessionId,
    userId,
    initialInsight: null,
    remainingFollowUps: null,
    onSession: on.onSession,
    resumes: false,
    onSignedOut: on.onSignedOut,
    isGenerating: false,
    onInsight: () => {},
  });
  const { state, isPreparing } = chat;
  const askFirst = useEffectEvent(() => {
    if (firstQuestion !== null) void chat.ask(firstQuestion);
  });
  useEffect(() => askFirst(), []);

  const messages = useMemo(() => visibleMessages(state, ALL_VOICE), [state]);
  const saving = useSaving(null, messages, onSaved);
  const transcript = useQuery({
    ...transcriptQuery(place?.episodeId ?? ''),
    enabled: place !== null,
  });
  const citation = useMemo(() => place && { seconds: place.seconds }, [place]);
  const [isHidden, setIsHidden] = useState(false);
  const [lastPlace, setLastPlace] = useState(place);
  if (place !== lastPlace) {
    setLastPlace(place);
    setIsHidden(false);
  }
  const isTranscriptShown = place !== null && !isHidden;
  const title = transcript.data?.status === 'ready' ? transcript.data.transcript.title : null;

  return (
    <>
      <ChatHeader
        title="Ask all my podcasts"
        hasTranscript={place !== null}
        episodeTitle={isTranscriptShown ? title : null}
        isPreparing={isPreparing}
        remaining={state.remainingFollowUps ?? FOLLOW_UPS_PER_SESSION}
        isTranscriptShown={isTranscriptShown}
        onToggleTranscript={() => setIsHidden(isTranscriptShown)}
        hasBackToLibrary={false}
        isClosing={isClosing}
        onClose={on.onClose}
      />
      <ConnectionStatus status={chat.socketStatus} />
      {place !== null && (
        <ViewTabs
          isTranscriptShown={isTranscriptShown}
          onTranscript={(isShown) => setIsHidden(!isShown)}
          isClosing={isClosing}
        />
      )}
      <div className="chat-body" data-transcript={isTranscriptShown ? 'shown' : 'hidden'}>
        <ChatColumn
          chat={chat}
          draftKey={sessionId ?? ALL}
          newDraftKey={ALL}
          messages={messages}
          saving={saving}
          onPlace={onPlace}
          onLogin={on.onLogin}
          onStartNew={on.onStartNew}
          isClosing={isClosing}
        />
        {place !== null && (
          <aside className="transcript-column" aria-label="Transcript">
            <TranscriptColumn
              episodeId={place.episodeId}
              transcript={transcript}
              citation={citation}
            />
          </aside>
        )}
      </div>
    </>
  );
}
