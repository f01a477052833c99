import { AlertDialog, Button } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { BusyButton } from './BusyButton.tsx';
import { useReturnFocus } from './return-focus.ts';

/** Asks once more before something is gone for good. */
export function DeletionDialog({
  title,
  children,
  isPending,
  onDelete,
  onClose,
}: {
  title: string;
  /** What goes, and what stays. */
  children: ReactNode;
  isPending: boolean;
  onDelete: () => void;
  onClose: () => void;
}) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Content className="max-w-108" onCloseAutoFocus={returnFocus}>
        <AlertDialog.Title as="h2" className="mb-2">
          {title}
        </AlertDialog.Title>
        <AlertDialog.Description size="2">{children}</AlertDialog.Description>
        <div className="mt-5 flex justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <BusyButton color="red" isBusy={isPending} onClick={onDelete}>
            {isPending ? 'Deleting...' : 'Delete'}
          </BusyButton>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
