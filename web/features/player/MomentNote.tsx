import { Button, Dialog, TextArea } from '@radix-ui/themes';
import { useRef, useState } from 'react';
import { MOMENT_NOTE_MAX_CHARS } from '../../../schema/limits.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { DiscardDialog } from '../../ui/DiscardDialog.tsx';
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
  const [isAsking, setIsAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
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
    <Dialog.Root open onOpenChange={() => (note === before ? onClose() : setIsAsking(true))}>
      <Dialog.Content
        className="max-w-136"
        aria-describedby={undefined}
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Dialog.Title as="h2" className="mb-4">
            Note on this moment
          </Dialog.Title>
          <TextArea
            ref={field}
            size="3"
            aria-label="Your note"
            rows={4}
            resize="vertical"
            dir="auto"
            maxLength={MOMENT_NOTE_MAX_CHARS}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className="mt-4 flex justify-end gap-3">
            <Button type="button" variant="soft" color="gray" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" isBusy={isSaving}>
              {isSaving ? 'Saving...' : 'Save Note'}
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
