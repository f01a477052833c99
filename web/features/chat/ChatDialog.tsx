import { Dialog } from '@radix-ui/themes';
import type { KeyboardEvent, ReactNode } from 'react';
import { keepOpenForToasts } from '../../ui/keep-open-for-toasts.ts';
import './conversation.css';
import { keepOpenForParts } from './keep-open-for-parts.ts';
import './overlay.css';
import './transcript/transcript.css';

const STOPS = 'button, input, select, textarea, a[href], audio[controls], [tabindex]';

/** Shift+Tab on the dialog itself would leave it and be sent back, so continue from its end. */
function tabBackFromStart(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: dialog, target, key, shiftKey } = event;
  if (target !== dialog || key !== 'Tab' || !shiftKey) return;
  const stops = Array.from(dialog.querySelectorAll<HTMLElement>(STOPS)).filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(),
  );
  if (stops.length === 0) return;
  event.preventDefault();
  stops.at(-1)?.focus();
}

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
        onEscapeKeyDown={keepOpenForParts}
        onOpenAutoFocus={(event) => {
          // Focus the dialog itself until the input exists.
          event.preventDefault();
          if (event.target instanceof HTMLElement) event.target.focus();
        }}
        onCloseAutoFocus={onReturnFocus}
        onKeyDown={tabBackFromStart}
      >
        {children}
      </Dialog.Content>
    </Dialog.Root>
  );
}
