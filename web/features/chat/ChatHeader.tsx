import { Button, Dialog, Text } from '@radix-ui/themes';
import { ArrowLeft, PanelRight } from 'lucide-react';
import type { Ref } from 'react';
import { CloseButton } from './CloseButton.tsx';
import type { EndedBy } from './use-conversation.ts';

/** Names the panel beside a conversation. An episode's has tabs, the first of which is its transcript. */
export type ViewName = 'Episode' | 'Transcript' | 'Text';

/** The overlay's title, question count and two controls. */
export function ChatHeader({
  title = 'Chat about this episode',
  preparing = 'Loading podcast content',
  hasTranscript = true,
  viewName,
  episodeTitle,
  isPreparing,
  remaining,
  ended,
  isTranscriptShown,
  onToggleTranscript,
  toggle,
  hasBackToLibrary,
  isClosing,
  onClose,
}: {
  title?: string;
  /** The title until the conversation is open. */
  preparing?: string;
  /** Without a transcript there is nothing to toggle. */
  hasTranscript?: boolean;
  viewName: ViewName;
  /** Empty until it is known; null in a conversation about several episodes. */
  episodeTitle: string | null;
  isPreparing: boolean;
  remaining: number;
  /** Why nothing more can be asked, whatever remains. */
  ended: EndedBy | null;
  isTranscriptShown: boolean;
  onToggleTranscript: () => void;
  /** The button that shows and hides the transcript. */
  toggle: Ref<HTMLButtonElement>;
  hasBackToLibrary: boolean;
  isClosing: boolean;
  onClose: () => void;
}) {
  const isLast = ended === null && remaining === 1;
  return (
    <header className="chat-header">
      <div className="chat-names min-w-0 grow">
        {episodeTitle !== null && (
          <Text
            as="p"
            size="1"
            color="gray"
            className="chat-episode truncate text-left"
            dir="auto"
            title={episodeTitle}
          >
            {/* Its line is there from the start, so that nothing moves. */}
            {episodeTitle || '\u00a0'}
          </Text>
        )}
        <Dialog.Title as="h2" className="mb-0" size={{ initial: '3', sm: '5' }}>
          {isPreparing ? preparing : title}
        </Dialog.Title>
        <Dialog.Description
          size={{ initial: '1', sm: '2' }}
          color={isLast ? undefined : 'gray'}
          weight={isLast ? 'medium' : undefined}
          className="tabular-nums"
        >
          {ended === null
            ? `${remaining} follow-up questions remaining`
            : ended === 'logged-out'
              ? 'Log in to continue'
              : 'This conversation has ended'}
        </Dialog.Description>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {hasBackToLibrary && (
          <Button variant="soft" color="gray" disabled={isClosing} onClick={onClose}>
            <ArrowLeft size={16} aria-hidden />
            <span className="max-sm:sr-only">Back to Library</span>
          </Button>
        )}
        {hasTranscript && (
          <Button
            variant={isTranscriptShown ? 'soft' : 'surface'}
            color="gray"
            className="chat-toggle"
            ref={toggle}
            aria-pressed={isTranscriptShown}
            disabled={isClosing}
            onClick={onToggleTranscript}
          >
            <PanelRight size={16} aria-hidden /> {viewName}
          </Button>
        )}
        <CloseButton isClosing={isClosing} onClose={onClose} />
      </div>
    </header>
  );
}
