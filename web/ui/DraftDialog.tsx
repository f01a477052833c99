import { Dialog } from '@radix-ui/themes';
import { type ReactNode, type RefObject, useContext, useState } from 'react';
import { DiscardDialog } from './DiscardDialog.tsx';
import { keepOpenForToasts } from './keep-open-for-toasts.ts';
import { useReturnFocus } from './kept-focus.ts';
import { LoginLink } from './login-link.ts';

/**
 * A dialog to type in. Escape or a click outside may be accidental, so they ask before they discard
 * changes; a button that calls `onClose` does not. Mounted only while it is open. Its fields store what is typed,
 * so that logging in again loses nothing.
 */
export function DraftDialog({
  title,
  about,
  isNarrow = false,
  isChanged,
  isLoading = false,
  field,
  onClose,
  children,
}: {
  title: string;
  /** What is edited, or what happens with it: at most two lines. */
  about?: string;
  isNarrow?: boolean;
  isChanged: boolean;
  /** The dialog itself has the focus then, because its first control is not what it is for. */
  isLoading?: boolean;
  /** The field that gets the focus back if somebody keeps editing. */
  field: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  const [isAsking, setIsAsking] = useState(false);
  const loginLink = useContext(LoginLink);
  const dismiss = () => (isChanged ? setIsAsking(true) : onClose());
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && dismiss()}>
      <Dialog.Content
        className={isNarrow ? 'max-w-108' : 'max-w-136'}
        {...(about === undefined && { 'aria-describedby': undefined })}
        onOpenAutoFocus={(event) => {
          if (!isLoading || !(event.target instanceof HTMLElement)) return;
          event.preventDefault();
          event.target.focus();
        }}
        onInteractOutside={keepOpenForToasts}
        onCloseAutoFocus={returnFocus}
      >
        <Dialog.Title as="h2" className={about === undefined ? 'mb-4' : 'mb-1'}>
          {title}
        </Dialog.Title>
        {about !== undefined && (
          <Dialog.Description size="2" color="gray" className="mb-4 line-clamp-2">
            <bdi>{about}</bdi>
          </Dialog.Description>
        )}
        {loginLink !== null && (
          <p role="alert" className="mb-3 text-sm">
            You have been logged out. What you typed stays in this tab. {loginLink}
          </p>
        )}
        {children}
        {isAsking && (
          <DiscardDialog
            focusField={() => field.current?.focus()}
            onKeep={() => setIsAsking(false)}
            onDiscard={onClose}
          />
        )}
      </Dialog.Content>
    </Dialog.Root>
  );
}
