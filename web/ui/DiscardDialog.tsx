import { Button } from '@radix-ui/themes';
import { QuestionDialog } from './QuestionDialog.tsx';

/** Asks before discarding text typed into a dialog. Mount it only while it is open. */
export function DiscardDialog({
  focusField,
  onKeep,
  onDiscard,
}: {
  /** Gives the focus back to the field with the text. */
  focusField: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <QuestionDialog
      title="Discard your changes?"
      about="What you typed isn't saved yet."
      keepLabel="Keep Editing"
      action={
        <Button color="red" onClick={onDiscard}>
          Discard
        </Button>
      }
      onKeep={onKeep}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        // After discarding, the field is gone and the parent dialog moves the focus.
        focusField();
      }}
    />
  );
}
