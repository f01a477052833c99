import { AlertDialog, Button } from '@radix-ui/themes';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { BusyButton } from './BusyButton.tsx';

/** A button that asks for confirmation before it deletes or revokes something. */
export function ConfirmDialog({
  trigger,
  title,
  children,
  action,
  isHarmless = false,
  isBusy,
  focusWhenGone,
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
  /** Gets the focus if confirming removes the trigger; otherwise the main part of the page does. */
  focusWhenGone?: RefObject<HTMLElement | null>;
  onConfirm: (close: () => void) => Promise<void>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <AlertDialog.Trigger ref={opener}>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Content
        className="max-w-108"
        onCloseAutoFocus={(event) => {
          if (opener.current !== null) return;
          event.preventDefault();
          const next = focusWhenGone?.current ?? document.querySelector('main');
          next?.focus({ preventScroll: true });
        }}
      >
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
