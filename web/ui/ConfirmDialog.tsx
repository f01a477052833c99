import { AlertDialog, Button } from '@radix-ui/themes';
import { type ReactNode, useState } from 'react';
import { BusyButton } from './BusyButton.tsx';

/** A button that asks for confirmation before it deletes or revokes something. */
export function ConfirmDialog({
  trigger,
  title,
  children,
  action,
  isHarmless = false,
  isBusy,
  onConfirm,
}: {
  trigger: ReactNode;
  /** The question. */
  title: string;
  /** What happens then. */
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  /** Nothing is lost, so the button isn't red. */
  isHarmless?: boolean;
  isBusy: boolean;
  onConfirm: (close: () => void) => Promise<void>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <AlertDialog.Trigger>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Content className="max-w-108">
        <AlertDialog.Title as="h2" className="mb-2">
          {title}
        </AlertDialog.Title>
        <AlertDialog.Description size="2" className="wrap-anywhere">
          {children}
        </AlertDialog.Description>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray" disabled={isBusy}>
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <BusyButton
            {...(isHarmless ? {} : { color: 'red' })}
            isBusy={isBusy}
            onClick={() => void onConfirm(() => setIsOpen(false))}
          >
            {action}
          </BusyButton>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
