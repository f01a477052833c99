import { Dialog, IconButton } from '@radix-ui/themes';
import { X } from 'lucide-react';

/** On phones the search fills the screen, so that this is the only way back there. */
export function CloseSearch() {
  return (
    <Dialog.Close>
      <IconButton variant="ghost" color="gray" aria-label="Close the search">
        <X size={18} aria-hidden />
      </IconButton>
    </Dialog.Close>
  );
}
