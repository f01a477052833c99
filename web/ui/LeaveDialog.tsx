import { AlertDialog, Button } from '@radix-ui/themes';
import { useRef } from 'react';
import { useReturnFocus } from './kept-focus.ts';

/** Asks before leaving unsaved changes. Mount it only while it is open. */
export function LeaveDialog({
  isDraftKept,
  onStay,
  onLeave,
}: {
  /** Whether the changes wait in this browser. */
  isDraftKept: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  const returnFocus = useReturnFocus();
  const isLeaving = useRef(false);
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onStay()}>
      <AlertDialog.Content
        className="max-w-108"
        onCloseAutoFocus={(event) => {
          // The next screen takes the focus itself.
          if (isLeaving.current) event.preventDefault();
          else returnFocus(event);
        }}
      >
        <AlertDialog.Title as="h2">Leave without saving?</AlertDialog.Title>
        <AlertDialog.Description size="3">
          Your changes are not saved yet.{isDraftKept && ' Your draft stays in this browser.'}
        </AlertDialog.Description>
        <div className="mt-6 flex justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Stay
            </Button>
          </AlertDialog.Cancel>
          <AlertDialog.Action>
            <Button
              onClick={() => {
                isLeaving.current = true;
                onLeave();
              }}
            >
              Leave
            </Button>
          </AlertDialog.Action>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
