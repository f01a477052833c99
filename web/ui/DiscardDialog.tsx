import { AlertDialog, Button } from '@radix-ui/themes';

/** Asks before discarding text typed into a dialog. Mounted only while it asks. */
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
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onKeep()}>
      <AlertDialog.Content
        className="max-w-108"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // After discarding, the field is gone and the parent dialog moves the focus.
          focusField();
        }}
      >
        <AlertDialog.Title as="h2" className="mb-2">
          Discard your changes?
        </AlertDialog.Title>
        <AlertDialog.Description size="2">What you typed isn't saved yet.</AlertDialog.Description>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Keep Editing
            </Button>
          </AlertDialog.Cancel>
          <Button color="red" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
