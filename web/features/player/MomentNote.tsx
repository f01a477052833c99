import { Button, Dialog, TextArea } from '@radix-ui/themes';
import { useState } from 'react';
import { MOMENT_NOTE_MAX_CHARS } from '../../../schema/limits.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { useReturnFocus } from '../../ui/return-focus.ts';
import { keepOpenForToasts, toast } from '../../ui/toasts.ts';
import { noteMoment } from './moments.ts';
import { changeState, usePlayerState } from './player-state.ts';

/** The note on a moment that was just kept; what plays plays on. */
export function MomentNote() {
  const shown = usePlayerState((state) => state.shown);
  if (shown === null || typeof shown === 'string' || !('noteOf' in shown)) return null;
  return (
    <MomentNoteDialog id={shown.noteOf} before="" onClose={() => changeState({ shown: null })} />
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
  const [note, setNote] = useState(before);
  const [isSaving, setIsSaving] = useState(false);
  const returnFocus = useReturnFocus();
  const save = async () => {
    setIsSaving(true);
    try {
      await noteMoment(id, note);
      onClose();
    } catch (error) {
      const description = refusalMessage(error, 'Failed to save the note');
      toast({ title: 'Error', description, variant: 'destructive' });
      setIsSaving(false);
    }
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Content
        maxWidth="30rem"
        aria-describedby={undefined}
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <Dialog.Title>Note on this moment</Dialog.Title>
        <TextArea
          aria-label="Your note"
          rows={4}
          maxLength={MOMENT_NOTE_MAX_CHARS}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className="mt-4 flex justify-end gap-3">
          <Dialog.Close>
            <Button variant="soft" color="gray">
              Cancel
            </Button>
          </Dialog.Close>
          <BusyButton isBusy={isSaving} onClick={() => void save()}>
            {isSaving ? 'Saving...' : 'Save Note'}
          </BusyButton>
        </div>
      </Dialog.Content>
    </Dialog.Root>
  );
}
