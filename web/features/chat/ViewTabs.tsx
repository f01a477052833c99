import type { Ref } from 'react';
import type { ViewName } from './ChatHeader.tsx';

/** Phones show one view at a time, so the toggle becomes a pair of tabs. */
export function ViewTabs({
  name: besideName,
  isTranscriptShown,
  onTranscript,
  isClosing,
  shownTab,
}: {
  /** Of what is beside the conversation. */
  name: ViewName;
  isTranscriptShown: boolean;
  onTranscript: (isShown: boolean) => void;
  isClosing: boolean;
  /** The tab of the view that is shown. */
  shownTab: Ref<HTMLButtonElement>;
}) {
  const tabs = [
    { name: 'Conversation', isTranscript: false },
    { name: besideName, isTranscript: true },
  ];
  return (
    <fieldset className="chat-tabs" aria-label="View">
      {tabs.map(({ name, isTranscript }) => (
        <button
          key={name}
          ref={isTranscript === isTranscriptShown ? shownTab : undefined}
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
