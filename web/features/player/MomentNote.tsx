import { useMutation } from '@tanstack/react-query';
import { MOMENT_NOTE_MAX_CHARS } from '../../../schema/limits.ts';
import { isMissing } from '../../api/missing.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { ChangedElsewhere, NoteDialog } from '../../ui/NoteDialog.tsx';
import { toastError } from '../../ui/toasts.ts';
import { noteElsewhere, noteMoment } from './moments.ts';
import { changeState, usePlayerState } from './player-state.ts';

/** The note on a moment that was just saved. Playback continues meanwhile. */
export function MomentNote() {
  const shown = usePlayerState((state) => state.shown);
  if (shown === null || typeof shown === 'string' || !('noteOf' in shown)) return null;
  const { noteOf, before } = shown;
  return (
    <MomentNoteDialog id={noteOf} before={before} onClose={() => changeState({ shown: null })} />
  );
}

export function MomentNoteDialog({
  id,
  before,
  onClose,
}: {
  id: string;
  before: string;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useMutation({
    // If the note was changed elsewhere, that one is shown, and saving again replaces it.
    mutationFn: (note: string) => noteMoment(id, note, elsewhere ?? before),
    onError: (failure) => {
      if (noteElsewhere(failure) !== null) return;
      toastError(refusalMessage(failure, 'Failed to save the note'));
    },
  });
  const elsewhere = noteElsewhere(error);
  return (
    <NoteDialog
      id={id}
      title="Note on This Moment"
      label="Your note"
      saveLabel="Save Note"
      maxChars={MOMENT_NOTE_MAX_CHARS}
      before={before}
      isSaving={isPending}
      notice={
        elsewhere === null ? (
          isMissing(error) && (
            <p role="alert" className="mt-3 text-sm">
              This moment has been deleted. Copy your note if you want to keep it.
            </p>
          )
        ) : (
          <ChangedElsewhere note={elsewhere}>
            Your note has been changed elsewhere. Save yours to replace what is there now:
          </ChangedElsewhere>
        )
      }
      // Doesn't close if another dialog has been opened meanwhile.
      onSave={(note, close) => mutate(note, { onSuccess: close })}
      onClose={onClose}
    />
  );
}
