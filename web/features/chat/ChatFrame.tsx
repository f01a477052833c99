import { Progress, Text } from '@radix-ui/themes';
import { WifiOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { FOLLOW_UPS_PER_SESSION } from '../../../schema/limits.ts';
import { ChatHeader } from './ChatHeader.tsx';
import { Composer } from './Composer.tsx';
import { Conversation } from './Conversation.tsx';
import { EndedNotice } from './EndedNotice.tsx';
import { progressOf } from './OpeningProgress.tsx';
import { TranscriptColumn } from './TranscriptColumn.tsx';
import type { Citation } from './TranscriptPanel.tsx';
import type { useConversation } from './use-conversation.ts';
import { keepDraft, useDraft } from './use-draft.ts';
import { useSaving } from './use-saving.ts';
import { visibleMessages } from './visible-messages.ts';

/** From this width up, the transcript fits beside the conversation. */
const WIDE = '(width >= 64rem)';

/** The inside of the overlay: header, conversation with composer, transcript. */
export function ChatFrame({
  chat,
  episodeId,
  sessionId,
  episodeTitle,
  citedPlace,
  hasBackToLibrary,
  onSaved,
  onLogin,
  onStartNew,
  isClosing,
  onClose,
}: {
  chat: ReturnType<typeof useConversation>;
  episodeId: string;
  sessionId: string | null;
  episodeTitle: string | null;
  citedPlace: Citation | null;
  hasBackToLibrary: boolean;
  onSaved: () => void;
  onLogin: () => void;
  onStartNew: () => void;
  isClosing: boolean;
  onClose: () => void;
}) {
  const { state, isPreparing, transcript, takeQuestionBack } = chat;
  const remaining = state.remainingFollowUps ?? FOLLOW_UPS_PER_SESSION;
  const isAnsweredOut = remaining <= 0 && !chat.isAnswering && !isPreparing;
  const endedBy = chat.ended ?? (isAnsweredOut ? 'answered-out' : null);
  const [draft, setDraft] = useDraft(sessionId ?? episodeId);
  const messages = useMemo(() => visibleMessages(state), [state]);
  const saving = useSaving(episodeId, messages, onSaved);
  const [citation, setCitation] = useState(citedPlace);
  const [isToggledOn, setIsToggledOn] = useState(citedPlace === null ? null : true);
  const [lastPlace, setLastPlace] = useState(citedPlace);
  // The reader opened another citation while the chat is open.
  if (citedPlace !== lastPlace) {
    setLastPlace(citedPlace);
    if (citedPlace !== null) {
      setCitation(citedPlace);
      setIsToggledOn(true);
    }
  }
  const hasTranscript = transcript.data?.status !== 'unavailable';
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  const isTranscriptShown = isToggledOn ?? (isWide && hasTranscript);

  const openCitation = useCallback((seconds: number) => {
    setCitation({ seconds });
    setIsToggledOn(true);
  }, []);

  // A refused question returns to the input, unless the reader has typed something else.
  const { returnedQuestion } = state;
  useEffect(() => {
    if (returnedQuestion === null) return;
    if (draft.trim() === '') setDraft(returnedQuestion);
    takeQuestionBack();
  }, [returnedQuestion, draft, setDraft, takeQuestionBack]);

  return (
    <>
      <ChatHeader
        episodeTitle={episodeTitle}
        isPreparing={isPreparing}
        remaining={remaining}
        isTranscriptShown={isTranscriptShown}
        onToggleTranscript={() => setIsToggledOn(!isTranscriptShown)}
        hasBackToLibrary={hasBackToLibrary}
        isClosing={isClosing}
        onClose={onClose}
      />
      <div role="status">
        {chat.socketStatus === 'lost' && (
          <p className="chat-status">
            <WifiOff size={16} aria-hidden /> Connection lost. Reconnecting…
          </p>
        )}
      </div>
      <ViewTabs
        isTranscriptShown={isTranscriptShown}
        onTranscript={setIsToggledOn}
        isClosing={isClosing}
      />
      <div className="chat-body" data-transcript={isTranscriptShown ? 'shown' : 'hidden'}>
        <div className="chat-column">
          <Conversation
            messages={messages}
            ownQuestion={state.ownQuestion}
            isPreparing={isPreparing}
            preparation={<Preparation chat={chat} />}
            isSaved={saving.isSaved}
            savingId={saving.savingId}
            onSave={saving.save}
            onCitation={openCitation}
          />
          {endedBy !== null && (
            <EndedNotice
              ended={endedBy}
              onLogin={onLogin}
              onStartNew={() => {
                keepDraft(episodeId, draft);
                onStartNew();
              }}
            />
          )}
          <Composer
            text={draft}
            onText={setDraft}
            onSend={(question) => {
              setDraft('');
              void chat.ask(question);
            }}
            onStop={chat.stop}
            isPreparing={isPreparing}
            isAnswering={chat.isAnswering}
            hasQuestionsLeft={remaining > 0}
            isClosing={isClosing || chat.ended !== null}
          />
        </div>
        <aside className="transcript-column" aria-label="Transcript">
          <TranscriptColumn transcript={transcript} citation={citation} />
        </aside>
      </div>
    </>
  );
}

/** Phones show one view at a time, so the toggle becomes a pair of tabs. */
function ViewTabs({
  isTranscriptShown,
  onTranscript,
  isClosing,
}: {
  isTranscriptShown: boolean;
  onTranscript: (isShown: boolean) => void;
  isClosing: boolean;
}) {
  const tabs = [
    { name: 'Conversation', isTranscript: false },
    { name: 'Transcript', isTranscript: true },
  ];
  return (
    <fieldset className="chat-tabs" aria-label="View">
      {tabs.map(({ name, isTranscript }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isTranscript === isTranscriptShown}
          disabled={isClosing}
          onClick={() => onTranscript(isTranscript)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

function Preparation({ chat: { step, state } }: { chat: ReturnType<typeof useConversation> }) {
  const { percent, text } = progressOf(step, state.insight);
  return (
    <div className="mx-auto mt-6 max-w-184">
      <Progress value={percent} aria-label="Opening the conversation" aria-valuetext={text} />
      <Text className="mt-2" as="p" size="2" color="gray" role="status">
        {text}
      </Text>
    </div>
  );
}
