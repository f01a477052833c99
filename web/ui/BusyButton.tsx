import { Button } from '@radix-ui/themes';
import type { ComponentProps } from 'react';
import { useKeptFocus } from './kept-focus.ts';

/**
 * A button that is disabled while busy and then gets its focus back. A double click counts once: its
 * second click may arrive before the button is disabled.
 */
export function BusyButton({
  isBusy,
  disabled = false,
  ...props
}: Omit<ComponentProps<typeof Button>, 'ref'> & { isBusy: boolean }) {
  return (
    <Button
      ref={useKeptFocus(isBusy)}
      disabled={isBusy || disabled}
      aria-busy={isBusy}
      onClickCapture={(event) => {
        if (event.detail < 2) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      {...props}
    />
  );
}
