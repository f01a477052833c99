import { type ReactNode, useState } from 'react';
import { DiscardDialog } from './DiscardDialog.tsx';

/**
 * Opens and closes a dialog with a field. Escape or a click outside asks before it discards what was
 * typed; `close` does not.
 */
export function useDiscardQuestion({
  isTyped,
  onOpen,
  onClose,
  focusField,
}: {
  isTyped: boolean;
  onOpen: () => void;
  /** Forgets what was typed. */
  onClose: () => void;
  /** Gives the focus back to the field if somebody keeps editing. */
  focusField: () => void;
}): {
  isOpen: boolean;
  changeOpen: (isOpen: boolean) => void;
  close: () => void;
  /** The question while it is asked, to be shown in the dialog. */
  question: ReactNode;
} {
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    setIsOpen(false);
    setIsAsking(false);
    onClose();
  };
  const changeOpen = (toOpen: boolean) => {
    if (!toOpen) return isTyped ? setIsAsking(true) : close();
    onOpen();
    setIsOpen(true);
  };
  const question = isAsking && (
    <DiscardDialog focusField={focusField} onKeep={() => setIsAsking(false)} onDiscard={close} />
  );
  return { isOpen, changeOpen, close, question };
}
