import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react';
import { FOLLOW_UPS_PER_SESSION } from '../../../schema/limits.ts';
import { useFocusOnChange } from '../../ui/kept-focus.ts';
import { usePageMark } from '../../ui/use-page-mark.ts';
import { ChatColumn } from './ChatColumn.tsx';
import { ChatHeader, type ViewName } from './ChatHeader.tsx';
import { CitedPlaces, type CitedPlacesValue } from './cited-places.ts';
import { sizeToCss } from './size-to-css.ts';
import type { Voice } from './texts.ts';
import { useSaving } from './use-saving.ts';
import { ViewTabs } from './ViewTabs.tsx';
import { visibleMessages } from './visible-messages.ts';

/** Toasts stay below a header of any height. */
const publishTop = sizeToCss('--chat-body-top', ({ offsetTop }) => offsetTop);

type HeaderProps = ComponentProps<typeof ChatHeader>;
type ColumnProps = ComponentProps<typeof ChatColumn>;

/** The inside of the overlay: the header, the conversation with its composer, the transcript beside it. */
export function ChatFrame({
  chat,
  episodeId,
  sessionId,
  voice,
  viewName = 'Transcript',
  hasTranscript = true,
  isTranscriptShown,
  onTranscript,
  swipe,
  isPlayable = true,
  onCitation,
  onPlace,
  onSaved,
  children,
  ...props
}: Pick<HeaderProps, 'title' | 'preparing' | 'episodeTitle' | 'hasBackToLibrary' | 'onClose'> &
  Pick<ColumnProps, 'chat' | 'isSource' | 'onLogin' | 'onStartNew'> &
  Pick<CitedPlacesValue, 'episodeId' | 'onCitation' | 'onPlace'> & {
    isPlayable?: boolean;
    sessionId: string | null;
    voice: Voice;
    /** The name of the panel beside the conversation. */
    viewName?: ViewName;
    /** Without a transcript there is nothing beside the conversation. */
    hasTranscript?: boolean;
    isTranscriptShown: boolean;
    onTranscript: (isShown: boolean) => void;
    /** Listens for swipes from one view to the next. */
    swipe?: ComponentProps<'div'>;
    onSaved: () => void;
    isClosing: boolean;
    /** What is beside the conversation. */
    children: ReactNode;
  }) {
  const { state, isPreparing, subject } = chat;
  const messages = useMemo(() => visibleMessages(state, voice), [state, voice]);
  const saving = useSaving(episodeId, messages, onSaved);
  const places = useMemo(
    () => ({ episodeId, isPlayable, onCitation, onPlace }),
    [episodeId, isPlayable, onCitation, onPlace],
  );
  const { title, preparing, episodeTitle, hasBackToLibrary, onClose, ...column } = props;
  const { isClosing } = props;
  const [shownTab, toggle] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  // Where only one view fits, opening a time hides the answer. Phones have tabs, tablets the toggle.
  useFocusOnChange(shownTab, isTranscriptShown);
  useFocusOnChange(toggle, isTranscriptShown);
  usePageMark('data-chat-alone', !isTranscriptShown);
  return (
    <>
      <ChatHeader
        title={title}
        preparing={preparing}
        episodeTitle={episodeTitle}
        hasBackToLibrary={hasBackToLibrary}
        onClose={onClose}
        isClosing={isClosing}
        isPreparing={isPreparing}
        hasTranscript={hasTranscript}
        viewName={viewName}
        isTranscriptShown={isTranscriptShown}
        remaining={state.remainingFollowUps ?? FOLLOW_UPS_PER_SESSION}
        ended={chat.ended}
        toggle={toggle}
        onToggleTranscript={() => onTranscript(!isTranscriptShown)}
      />
      {hasTranscript && (
        <ViewTabs
          name={viewName}
          isTranscriptShown={isTranscriptShown}
          onTranscript={onTranscript}
          isClosing={isClosing}
          shownTab={shownTab}
        />
      )}
      <div
        ref={publishTop}
        className="chat-body"
        data-transcript={isTranscriptShown ? 'shown' : 'hidden'}
        {...swipe}
      >
        <CitedPlaces value={places}>
          <ChatColumn
            {...column}
            chat={chat}
            draftKey={sessionId ?? subject}
            newDraftKey={subject}
            messages={messages}
            saving={saving}
          />
        </CitedPlaces>
        {hasTranscript && (
          <aside className="transcript-column" aria-label={viewName}>
            {children}
          </aside>
        )}
      </div>
    </>
  );
}
