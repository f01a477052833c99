/** Phones show one view at a time, so the toggle becomes a pair of tabs. */
export function ViewTabs({
  transcriptName = 'Transcript',
  isTranscriptShown,
  onTranscript,
  isClosing,
}: {
  transcriptName?: 'Transcript' | 'Text';
  isTranscriptShown: boolean;
  onTranscript: (isShown: boolean) => void;
  isClosing: boolean;
}) {
  const tabs = [
    { name: 'Conversation', isTranscript: false },
    { name: transcriptName, isTranscript: true },
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
