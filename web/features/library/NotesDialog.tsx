import { NOTES_MAX_CHARS } from '../../../schema/limits.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { NoteDialog } from '../../ui/NoteDialog.tsx';
import { useNotesUpdate } from './use-insight-changes.ts';

/** Edits the notes of an insight. */
export function NotesDialog({ insight, onClose }: { insight: SavedInsight; onClose: () => void }) {
  const { mutate, isPending } = useNotesUpdate(insight.id);
  return (
    <NoteDialog
      title={insight.userNotes ? 'Edit Your Notes' : 'Add Notes'}
      about={insight.episodeTitle}
      label="Your notes"
      saveLabel="Save Notes"
      maxChars={NOTES_MAX_CHARS}
      before={insight.userNotes ?? ''}
      isSaving={isPending}
      // Not if another dialog has been opened meanwhile.
      onSave={(notes) => mutate(notes, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
