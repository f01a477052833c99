import { AlertDialog, Button } from '@radix-ui/themes';
import { useState } from 'react';

/**
 * Asks before text that was typed into a dialog is thrown away with it. Mounted only while it asks:
 * the focus goes back to where it was then.
 */
export function DiscardDialog({
  onKeep,
  onDiscard,
}: {
  onKeep: () => void;
  onDiscard: () => void;
}) {
  const [typingIn] = useState(() => document.activeElement);
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onKeep()}>
      <AlertDialog.Content
        className="max-w-[26rem]"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // Gone where it was discarded: then the dialog that held it says where the focus goes.
          if (typingIn instanceof HTMLElement && typingIn.isConnected) typingIn.focus();
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
