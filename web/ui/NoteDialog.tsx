import { Button, TextArea } from '@radix-ui/themes';
import { useRef, useState } from 'react';
import { NOTES_MIN_HEIGHT_PX } from '../../schema/limits.ts';
import { BusyButton } from './BusyButton.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { focusInvalid, useLengthLimit } from './length-limit.tsx';

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
  const [note, setNote] = useState(before);
  const field = useRef<HTMLTextAreaElement>(null);
  const limit = useLengthLimit(note, maxChars);
  return (
    <DraftDialog
      title={title}
      {...(about !== undefined && { about })}
      isChanged={note !== before}
      field={field}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (limit.isTooLong) return focusInvalid(event.currentTarget);
          onSave(note);
        }}
      >
        <TextArea
          ref={field}
          size="3"
          aria-label={label}
          placeholder="What do you want to remember?"
          resize="vertical"
          dir="auto"
          // Adds the frame's borders to the text's minimum height.
          style={{ minHeight: NOTES_MIN_HEIGHT_PX + 2 }}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          {...limit.attributes}
        />
        {limit.hint}
        <div className="mt-4 flex justify-end gap-3">
          <Button type="button" variant="soft" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isSaving}>
            {isSaving ? 'Saving...' : saveLabel}
          </BusyButton>
        </div>
      </form>
    </DraftDialog>
  );
}
