import { AlertDialog, Button } from '@radix-ui/themes';

/** Asks before leaving unsaved changes. */
export function LeaveDialog({
  isOpen,
  isDraftKept,
  onStay,
  onLeave,
}: {
  isOpen: boolean;
  /** Whether the changes wait in this browser. */
  isDraftKept: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onStay())}>
      <AlertDialog.Content className="max-w-108">
        <AlertDialog.Title>Leave without saving?</AlertDialog.Title>
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
            <Button onClick={onLeave}>Leave</Button>
          </AlertDialog.Action>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
