import { Button, Dialog, TextArea } from '@radix-ui/themes';
import { useRef, useState } from 'react';
import { NOTES_MAX_CHARS, NOTES_MIN_HEIGHT_PX } from '../../../schema/limits.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { DiscardDialog } from '../../ui/DiscardDialog.tsx';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { keepOpenForToasts } from '../../ui/toasts.ts';
import { useNotesUpdate } from './use-insight-changes.ts';

/** Edits the notes of an insight. */
export function NotesDialog({ insight, onClose }: { insight: SavedInsight; onClose: () => void }) {
  const returnFocus = useReturnFocus();
  const [notes, setNotes] = useState(insight.userNotes ?? '');
  const { mutate, isPending } = useNotesUpdate(insight.id, onClose);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const title = insight.userNotes ? 'Edit Your Notes' : 'Add Notes';
  // Escape or a click outside may be accidental, so unsaved notes need a confirmation. 'Cancel' does
  // not.
  const dismiss = () => {
    if (notes === (insight.userNotes ?? '')) onClose();
    else setIsAsking(true);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && dismiss()}>
      <Dialog.Content
        className="max-w-136"
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutate(notes);
          }}
        >
          <Dialog.Title as="h2" className="mb-1">
            {title}
          </Dialog.Title>
          <Dialog.Description size="2" color="gray" className="mb-4 truncate">
            {insight.episodeTitle}
          </Dialog.Description>
          <TextArea
            ref={field}
            size="3"
            aria-label="Your notes"
            placeholder="What do you want to remember?"
            resize="vertical"
            dir="auto"
            maxLength={NOTES_MAX_CHARS}
            // Adds the frame's borders to the text's minimum height.
            style={{ minHeight: NOTES_MIN_HEIGHT_PX + 2 }}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
          <div className="mt-4 flex justify-end gap-3">
            <Button type="button" variant="soft" color="gray" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isPending}>
              {isPending ? 'Saving...' : 'Save Notes'}
            </BusyButton>
          </div>
        </form>
        {isAsking && (
          <DiscardDialog field={field} onKeep={() => setIsAsking(false)} onDiscard={onClose} />
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}
