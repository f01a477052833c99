import { type ReactNode, useCallback, useState } from 'react';
import { canPlay } from '../../../schema/wire/media.ts';
import { quotationBefore } from '../../ui/quotation-before.ts';
import { SourceFactsLine } from '../../ui/SourceFactsLine.tsx';
import { useSwipe } from '../../ui/use-swipe.ts';
import { ChatFrame } from './ChatFrame.tsx';
import { EPISODE_TABS, EpisodeColumn, type EpisodeTab } from './episode/EpisodeColumn.tsx';
import { EPISODE_VOICE, SOURCE_VOICE } from './texts.ts';
import { TranscriptColumn } from './transcript/TranscriptColumn.tsx';
import type { Citation } from './transcript/TranscriptPanel.tsx';
import type { ConversationHandle } from './use-conversation.ts';

/** From this width up, the transcript fits beside the conversation. */
const WIDE = '(width >= 64rem)';

/** A conversation about an episode, with its transcript, chapters and notes beside it. */
export function EpisodeFrame({
  chat,
  episodeId,
  isSource,
  citedPlace,
  player,
  ...props
}: {
  chat: ConversationHandle;
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
  /** The player, docked below; null if nothing is playing. */
  player: ReactNode;
}) {
  const { transcript } = chat;
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
  const ready = transcript.data?.status === 'ready' ? transcript.data.transcript : null;
  const source = ready?.source ?? null;
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  // A missing episode has nothing to show.
  const isGone = chat.ended === 'no-episode' && ready === null;
  const isTranscriptShown = !isGone && (isToggledOn ?? (isWide && hasTranscript));

  const openCitation = useCallback((seconds: number, chip?: HTMLElement) => {
    setCitation({ seconds, quotation: chip && quotationBefore(chip) });
    setTab('transcript');
    setIsToggledOn(true);
  }, []);
  // Where views are shown one at a time, a swipe goes to the next.
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
      <ChatFrame
        {...props}
        {...(isSource ? { title: 'Chat about this source', preparing: 'Loading your source' } : {})}
        chat={chat}
        episodeId={episodeId}
        voice={isSource ? SOURCE_VOICE : EPISODE_VOICE}
        isSource={isSource}
        isPlayable={ready === null || canPlay(ready)}
        viewName={isSource ? 'Text' : 'Episode'}
        hasTranscript={!isGone}
        isTranscriptShown={isTranscriptShown}
        onTranscript={setIsToggledOn}
        swipe={swipe}
        onCitation={openCitation}
      >
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
            hasTranscript={ready !== null}
            onPlace={openCitation}
          >
            <TranscriptColumn episodeId={episodeId} transcript={transcript} citation={citation} />
          </EpisodeColumn>
        )}
      </ChatFrame>
      {player}
    </>
  );
}
