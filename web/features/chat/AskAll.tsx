import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { EpisodePlace } from '../../ui/citations.ts';
import { useReturnFocus } from '../../ui/kept-focus.ts';
import { usePageMark } from '../../ui/use-page-mark.ts';
import { ChatDialog } from './ChatDialog.tsx';
import { ChatFrame } from './ChatFrame.tsx';
import './ask-all.css';
import { transcriptQuery } from './queries.ts';
import { ALL_VOICE } from './texts.ts';
import { TranscriptColumn } from './transcript/TranscriptColumn.tsx';
import { useClosing } from './use-closing.ts';
import { useConversation } from './use-conversation.ts';

export interface AskAllProps {
  /** Null until the conversation has opened one. */
  sessionId: string | null;
  userId: string;
  /** What to ask as soon as it is open. */
  firstQuestion: string | null;
  /** The episode that is read beside the conversation. */
  episodeId: string | null;
  /** The place in it; null for its beginning. */
  place: EpisodePlace | null;
  onPlace: (place: EpisodePlace) => void;
  onSession: (sessionId: string) => void;
  onSaved: () => void;
  onLoggedOut: () => void;
  onLogin: () => void;
  onStartNew: () => void;
  onClose: () => void;
}

/** A conversation about all of the reader's podcasts, with the cited episode's transcript beside it. */
export function AskAll(props: AskAllProps) {
  const { isClosing, close } = useClosing(props.onClose);
  const returnFocus = useReturnFocus();
  usePageMark('data-chat');
  return (
    <ChatDialog
      className="chat-overlay ask-all"
      isClosing={isClosing}
      onClose={close}
      onReturnFocus={returnFocus}
    >
      <AskAllFrame {...props} isClosing={isClosing} onClose={close} />
    </ChatDialog>
  );
}

function AskAllFrame({
  sessionId,
  userId,
  firstQuestion,
  episodeId,
  place,
  onSession,
  onLoggedOut,
  ...props
}: AskAllProps & { isClosing: boolean }) {
  const chat = useConversation({
    episodeId: null,
    sessionId,
    userId,
    initialInsight: null,
    remainingFollowUps: null,
    onSession,
    resumes: false,
    onLoggedOut,
    isGenerating: false,
    onInsight: () => {},
    onNoTranscript: () => {},
  });
  const askFirst = useEffectEvent(() => {
    if (firstQuestion !== null) void chat.ask(firstQuestion);
  });
  useEffect(() => askFirst(), []);

  const transcript = useQuery({
    ...transcriptQuery(episodeId ?? ''),
    enabled: episodeId !== null,
  });
  const [isHidden, setIsHidden] = useState(false);
  const [lastPlace, setLastPlace] = useState(place);
  if (place !== lastPlace) {
    setLastPlace(place);
    setIsHidden(false);
  }
  const isTranscriptShown = episodeId !== null && !isHidden;
  const title = transcript.data?.status === 'ready' ? transcript.data.transcript.title : null;

  return (
    <ChatFrame
      {...props}
      title="Ask All My Podcasts"
      chat={chat}
      episodeId={null}
      sessionId={sessionId}
      voice={ALL_VOICE}
      episodeTitle={isTranscriptShown ? title : null}
      hasTranscript={episodeId !== null}
      isTranscriptShown={isTranscriptShown}
      onTranscript={(isShown) => setIsHidden(!isShown)}
      hasBackToLibrary={false}
    >
      {episodeId !== null && (
        <TranscriptColumn episodeId={episodeId} transcript={transcript} citation={place} />
      )}
    </ChatFrame>
  );
}
