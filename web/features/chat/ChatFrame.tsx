import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { FOLLOW_UPS_PER_SESSION } from '../../../schema/limits.ts';
import { SourceFactsLine } from '../../ui/SourceFactsLine.tsx';
import { useSwipe } from '../../ui/use-swipe.ts';
import { ChatColumn } from './ChatColumn.tsx';
import { ChatHeader } from './ChatHeader.tsx';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { EPISODE_TABS, EpisodeColumn, type EpisodeTab } from './EpisodeColumn.tsx';
import { TranscriptColumn } from './TranscriptColumn.tsx';
import type { Citation } from './TranscriptPanel.tsx';
import { EPISODE_VOICE, SOURCE_VOICE } from './texts.ts';
import type { useConversation } from './use-conversation.ts';
import { useSaving } from './use-saving.ts';
import { ViewTabs } from './ViewTabs.tsx';
import { visibleMessages } from './visible-messages.ts';

/** From this width up, the transcript fits beside the conversation. */
const WIDE = '(width >= 64rem)';

/** The inside of the overlay: header, conversation with composer, transcript. */
export function ChatFrame({
  chat,
  episodeId,
  sessionId,
  episodeTitle,
  isSource,
  citedPlace,
  hasBackToLibrary,
  onSaved,
  onLogin,
  onStartNew,
  isClosing,
  onClose,
  player,
}: {
  chat: ReturnType<typeof useConversation>;
  episodeId: string;
  sessionId: string | null;
  episodeTitle: string | null;
  isSource: boolean;
  citedPlace: Citation | null;
  hasBackToLibrary: boolean;
  onSaved: () => void;
  onLogin: () => void;
  onStartNew: () => void;
  isClosing: boolean;
  onClose: () => void;
  /** What plays, docked below; null where nothing does. */
  player: ReactNode;
}) {
  const { state, isPreparing, transcript } = chat;
  const remaining = state.remainingFollowUps ?? FOLLOW_UPS_PER_SESSION;
  const [citation, setCitation] = useState(citedPlace);
  const [isToggledOn, setIsToggledOn] = useState(citedPlace === null ? null : true);
  const [tab, setTab] = useState<EpisodeTab>('transcript');
  const [lastPlace, setLastPlace] = useState(citedPlace);
  // The reader opened another citation while the chat is open.
  if (citedPlace !== lastPlace) {
    setLastPlace(citedPlace);
    if (citedPlace !== null) {
      setCitation(citedPlace);
      setTab('transcript');
      setIsToggledOn(true);
    }
  }
  const hasTranscript = transcript.data?.status !== 'unavailable';
  const source = transcript.data?.status === 'ready' ? transcript.data.transcript.source : null;
  const transcriptName = isSource ? 'Text' : 'Transcript';
  const messages = useMemo(
    () => visibleMessages(state, isSource ? SOURCE_VOICE : EPISODE_VOICE),
    [state, isSource],
  );
  const saving = useSaving(episodeId, messages, onSaved);
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  const isTranscriptShown = isToggledOn ?? (isWide && hasTranscript);

  const openCitation = useCallback((seconds: number) => {
    setCitation({ seconds });
    setTab('transcript');
    setIsToggledOn(true);
  }, []);
  // Where one view is shown at a time, the next one is a swipe away.
  const swipe = useSwipe((by) => {
    if (matchMedia(WIDE).matches) return;
    const views = [null, ...(isSource ? [tab] : EPISODE_TABS.map(({ value }) => value))];
    const next = views[views.indexOf(isTranscriptShown ? tab : null) + by];
    if (next === undefined) return;
    if (next !== null) setTab(next);
    setIsToggledOn(next !== null);
  });

  return (
    <>
      <ChatHeader
        {...(isSource ? { title: 'Chat about this source', preparing: 'Loading your source' } : {})}
        transcriptName={transcriptName}
        episodeTitle={episodeTitle}
        isPreparing={isPreparing}
        remaining={remaining}
        isTranscriptShown={isTranscriptShown}
        onToggleTranscript={() => setIsToggledOn(!isTranscriptShown)}
        hasBackToLibrary={hasBackToLibrary}
        isClosing={isClosing}
        onClose={onClose}
      />
      <ConnectionStatus status={chat.socketStatus} />
      <ViewTabs
        transcriptName={transcriptName}
        isTranscriptShown={isTranscriptShown}
        onTranscript={setIsToggledOn}
        isClosing={isClosing}
      />
      <div
        className="chat-body"
        data-transcript={isTranscriptShown ? 'shown' : 'hidden'}
        {...swipe}
      >
        <ChatColumn
          chat={chat}
          episodeId={episodeId}
          draftKey={sessionId ?? episodeId}
          newDraftKey={episodeId}
          messages={messages}
          isSource={isSource}
          saving={saving}
          onCitation={openCitation}
          onLogin={onLogin}
          onStartNew={onStartNew}
          isClosing={isClosing}
        />
        <aside className="transcript-column" aria-label={transcriptName}>
          {source ? (
            <>
              <SourceFactsLine source={source} className="px-5 pt-3" />
              <TranscriptColumn episodeId={episodeId} transcript={transcript} citation={citation} />
            </>
          ) : (
            <EpisodeColumn
              episodeId={episodeId}
              tab={tab}
              onTab={setTab}
              hasTranscript={transcript.data?.status === 'ready'}
              onPlace={openCitation}
            >
              <TranscriptColumn episodeId={episodeId} transcript={transcript} citation={citation} />
            </EpisodeColumn>
          )}
        </aside>
      </div>
      {player}
    </>
  );
}
