import { AlertDialog, Button } from '@radix-ui/themes';
import type { ReactNode } from 'react';

/** A dialog that asks a question. Mount it only while it is open. */
export function QuestionDialog({
  title,
  about,
  keepLabel = 'Cancel',
  action,
  children,
  onKeep,
  onCloseAutoFocus,
}: {
  /** The question. */
  title: ReactNode;
  /** What happens then. */
  about: ReactNode;
  /** The label of the button that leaves everything as it is, as Escape does. */
  keepLabel?: string;
  /** The button that does what is asked about. */
  action: ReactNode;
  children?: ReactNode;
  onKeep: () => void;
  onCloseAutoFocus: (event: Event) => void;
}) {
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onKeep()}>
      <AlertDialog.Content className="max-w-108" onCloseAutoFocus={onCloseAutoFocus}>
        <AlertDialog.Title as="h2" className="mb-2 wrap-anywhere">
          {title}
        </AlertDialog.Title>
        <AlertDialog.Description size="2">{about}</AlertDialog.Description>
        {children}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray">
              {keepLabel}
            </Button>
          </AlertDialog.Cancel>
          {action}
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
