import { Button, TextArea } from '@radix-ui/themes';
import { type ReactNode, useRef } from 'react';
import { NOTES_MIN_HEIGHT_PX } from '../../schema/limits.ts';
import { BusyButton } from './BusyButton.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { focusInvalid, useLengthLimit } from './length-limit.tsx';
import { useStoredText } from './stored-text.ts';

/** The text's minimum height and the frame's borders; more where the reader's text is larger than the usual 16 px. */
const MIN_HEIGHT = `calc(max(${NOTES_MIN_HEIGHT_PX}px, ${NOTES_MIN_HEIGHT_PX / 16}rem) + 2px)`;

/**
 * Edits a note. Mounted only while it is open. What was typed outlasts a reload, until it is saved or
 * discarded.
 */
export function NoteDialog({
  id,
  title,
  about,
  label,
  saveLabel,
  maxChars,
  before,
  isSaving,
  notice,
  onSave,
  onClose,
}: {
  /** Of what the note is on. */
  id: string;
  title: string;
  /** What the note is about. */
  about?: string;
  label: string;
  saveLabel: string;
  maxChars: number;
  /** The saved note; '' if there is none. */
  before: string;
  isSaving: boolean;
  /** Shown below the field. */
  notice?: ReactNode;
  /** Call `close` once the note is saved. */
  onSave: (note: string, close: () => void) => void;
  onClose: () => void;
}) {
  const [note, write, forget] = useStoredText(`note:${id}`, before);
  const close = () => {
    forget();
    onClose();
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const limit = useLengthLimit(note, maxChars);
  return (
    <DraftDialog
      title={title}
      {...(about !== undefined && { about })}
      isChanged={note !== before}
      field={field}
      onClose={close}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (limit.isTooLong) return focusInvalid(event.currentTarget);
          onSave(note, close);
        }}
      >
        <TextArea
          ref={field}
          size="3"
          aria-label={label}
          placeholder="What do you want to remember?"
          resize="vertical"
          dir="auto"
          style={{ minHeight: MIN_HEIGHT }}
          value={note}
          onChange={(event) => write(event.currentTarget.value)}
          {...limit.attributes}
        />
        {limit.hint}
        {notice}
        <div className="mt-4 flex justify-end gap-3">
          <Button type="button" variant="soft" color="gray" onClick={close}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isSaving} busyLabel="Saving...">
            {saveLabel}
          </BusyButton>
        </div>
      </form>
    </DraftDialog>
  );
}

/** Shows the note that saving would replace, so that readers can copy from it. `children` says so. */
export function ChangedElsewhere({ note, children }: { note: string; children: string }) {
  return (
    <div role="alert" className="mt-3 text-sm">
      <p>{children}</p>
      <blockquote
        dir="auto"
        className="mt-2 max-h-40 overflow-y-auto border-l-2 border-hairline pl-3 whitespace-pre-wrap text-quiet"
      >
        {note || 'No notes.'}
      </blockquote>
    </div>
  );
}
