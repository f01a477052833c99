import { Dialog } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { keepOpenForToasts } from '../../ui/toasts.ts';
import './conversation.css';
import { keepOpenForSearch } from './keep-open-for-search.ts';
import './overlay.css';
import './transcript.css';

/** The dialog that holds a conversation. It is open as long as it is mounted. */
export function ChatDialog({
  className,
  isClosing,
  onClose,
  onReturnFocus,
  children,
}: {
  className: string;
  isClosing: boolean;
  onClose: () => void;
  /** For `onCloseAutoFocus`. */
  onReturnFocus: (event: Event) => void;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Content
        className={className}
        data-closing={isClosing || undefined}
        onInteractOutside={keepOpenForToasts}
        onEscapeKeyDown={keepOpenForSearch}
        onOpenAutoFocus={(event) => {
          // Focus the dialog itself until the input exists.
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.focus();
        }}
        onCloseAutoFocus={onReturnFocus}
      >
        {children}
      </Dialog.Content>
    </Dialog.Root>
  );
}
