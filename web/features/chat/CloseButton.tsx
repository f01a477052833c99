import { IconButton } from '@radix-ui/themes';
import { X } from 'lucide-react';

/** Closes an overlay. Disabled while it fades out. */
export function CloseButton({ isClosing, onClose }: { isClosing: boolean; onClose: () => void }) {
  return (
    <IconButton
      variant="ghost"
      color="gray"
      size="3"
      aria-label="Close"
      disabled={isClosing}
      onClick={onClose}
    >
      <X size={18} aria-hidden />
    </IconButton>
  );
}
