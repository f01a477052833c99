import { Dialog } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keepOpenForToasts } from '../../../ui/keep-open-for-toasts.ts';
import { useReturnFocus } from '../../../ui/kept-focus.ts';
import { SourceFactsLine } from '../../../ui/SourceFactsLine.tsx';
import { usePageMark } from '../../../ui/use-page-mark.ts';
import { CloseButton } from '../CloseButton.tsx';
import { keepOpenForParts } from '../keep-open-for-parts.ts';
import '../overlay.css';
import { transcriptQuery } from '../queries.ts';
import { TranscriptColumn } from './TranscriptColumn.tsx';
import type { Citation } from './TranscriptPanel.tsx';
import './transcript.css';
import { useClosing } from '../use-closing.ts';

/** The transcript on its own. Opening it does not start a conversation. */
export function TranscriptDialog({
  episodeId,
  isSource = false,
  citation,
  onClose,
  player,
}: {
  episodeId: string;
  /** One of the reader's own texts, which have no transcript. */
  isSource?: boolean;
  /** The cited position; null shows the beginning. */
  citation: Citation | null;
  onClose: () => void;
  /** The player, docked below. */
  player: ReactNode;
}) {
  const transcript = useQuery(transcriptQuery(episodeId));
  const { isClosing, close } = useClosing(onClose);
  const returnFocus = useReturnFocus();
  usePageMark('data-chat');
  const ready = transcript.data?.status === 'ready' ? transcript.data.transcript : null;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Content
        className="chat-overlay transcript-overlay"
        data-closing={isClosing || undefined}
        aria-describedby={undefined}
        onInteractOutside={keepOpenForToasts}
        onEscapeKeyDown={keepOpenForParts}
        onCloseAutoFocus={returnFocus}
      >
        <header className="chat-header">
          <div className="min-w-0 grow">
            <Dialog.Title as="h2" className="mb-0" size={{ initial: '3', sm: '5' }}>
              <span dir="auto" className="line-clamp-3 w-fit" title={ready?.title}>
                {ready?.title ?? (isSource ? 'Text' : 'Transcript')}
              </span>
            </Dialog.Title>
            {ready?.source ? <SourceFactsLine source={ready.source} /> : null}
          </div>
          <CloseButton isClosing={isClosing} onClose={close} />
        </header>
        <TranscriptColumn
          episodeId={episodeId}
          isSource={isSource}
          transcript={transcript}
          citation={citation}
        />
        {player}
      </Dialog.Content>
    </Dialog.Root>
  );
}
