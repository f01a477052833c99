import { Dialog } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { keepOpenForToasts } from '../../ui/toasts.ts';
import './conversation.css';
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
        onEscapeKeyDown={(event) => {
          // The first Escape clears the search, the second closes the chat.
          if (isFilledSearch(event.target)) event.preventDefault();
        }}
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

function isFilledSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
}
