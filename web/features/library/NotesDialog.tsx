import { NOTES_MAX_CHARS } from '../../../schema/limits.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { isMissing } from '../../api/missing.ts';
import { ChangedElsewhere, NoteDialog } from '../../ui/NoteDialog.tsx';
import { notesElsewhere, useNotesUpdate } from './use-insight-changes.ts';

/** Edits the notes of an insight. */
export function NotesDialog({ insight, onClose }: { insight: SavedInsight; onClose: () => void }) {
  const { mutate, isPending, error } = useNotesUpdate(insight.id, insight.userNotes);
  const elsewhere = notesElsewhere(error);
  return (
    <NoteDialog
      id={insight.id}
      title={insight.userNotes ? 'Edit Your Notes' : 'Add Notes'}
      about={insight.episodeTitle}
      label="Your notes"
      saveLabel="Save Notes"
      maxChars={NOTES_MAX_CHARS}
      before={insight.userNotes ?? ''}
      isSaving={isPending}
      // Not if another dialog has been opened meanwhile.
      onSave={(notes, close) => mutate(notes, { onSuccess: close })}
      notice={
        elsewhere === null ? (
          isMissing(error) && (
            <p role="alert" className="mt-3 text-sm">
              This insight has been deleted. Copy your notes if you want to keep them.
            </p>
          )
        ) : (
          <ChangedElsewhere note={elsewhere}>
            Your notes have been changed elsewhere. Save yours to replace what is there now:
          </ChangedElsewhere>
        )
      }
      onClose={onClose}
    />
  );
}
