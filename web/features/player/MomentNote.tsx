import { useMutation } from '@tanstack/react-query';
import { MOMENT_NOTE_MAX_CHARS } from '../../../schema/limits.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { NoteDialog } from '../../ui/NoteDialog.tsx';
import { toastError } from '../../ui/toasts.ts';
import { noteMoment } from './moments.ts';
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
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) => noteMoment(id, note),
    onError: (error) => toastError(refusalMessage(error, 'Failed to save the note')),
  });
  return (
    <NoteDialog
      id={id}
      title="Note on This Moment"
      label="Your note"
      saveLabel="Save Note"
      maxChars={MOMENT_NOTE_MAX_CHARS}
      before={before}
      isSaving={isPending}
      // Doesn't close if another dialog has been opened meanwhile.
      onSave={(note, close) => mutate(note, { onSuccess: close })}
      onClose={onClose}
    />
  );
}
