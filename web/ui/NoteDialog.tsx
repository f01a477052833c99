import { Button, Dialog, TextArea } from '@radix-ui/themes';
import { useRef, useState } from 'react';
import { NOTES_MIN_HEIGHT_PX } from '../../schema/limits.ts';
import { BusyButton } from './BusyButton.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { useReturnFocus } from './return-focus.ts';
import { keepOpenForToasts } from './toasts.ts';

/** Edits a note. Mounted only while it is open. */
export function NoteDialog({
  title,
  about,
  label,
  saveLabel,
  maxChars,
  before,
  isSaving,
  onSave,
  onClose,
}: {
  title: string;
  /** What the note is about. */
  about?: string;
  label: string;
  saveLabel: string;
  maxChars: number;
  /** The saved note; '' if there is none. */
  before: string;
  isSaving: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
}) {
  const returnFocus = useReturnFocus();
  const [note, setNote] = useState(before);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  // Escape or a click outside may be accidental, so unsaved text needs a confirmation. 'Cancel' does
  // not.
  const dismiss = () => (note === before ? onClose() : setIsAsking(true));
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && dismiss()}>
      <Dialog.Content
        className="max-w-136"
        {...(about === undefined ? { 'aria-describedby': undefined } : {})}
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSave(note);
          }}
        >
          <Dialog.Title as="h2" className={about === undefined ? 'mb-4' : 'mb-1'}>
            {title}
          </Dialog.Title>
          {about !== undefined && (
            <Dialog.Description size="2" color="gray" className="mb-4 truncate">
              {about}
            </Dialog.Description>
          )}
          <TextArea
            ref={field}
            size="3"
            aria-label={label}
            placeholder="What do you want to remember?"
            resize="vertical"
            dir="auto"
            maxLength={maxChars}
            // Adds the frame's borders to the text's minimum height.
            style={{ minHeight: NOTES_MIN_HEIGHT_PX + 2 }}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className="mt-4 flex justify-end gap-3">
            <Button type="button" variant="soft" color="gray" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSaving}>
              {isSaving ? 'Saving...' : saveLabel}
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
