import { Button } from '@radix-ui/themes';
import type { ComponentProps, ReactNode } from 'react';
import { useKeptFocus } from './kept-focus.ts';
import { SteadyLabel } from './SteadyLabel.tsx';

/**
 * A button that is disabled while busy and then gets its focus back. A double click counts once: its
 * second click may arrive before the button is disabled.
 */
export function BusyButton({
  isBusy,
  disabled = false,
  icon,
  busyLabel,
  children,
  ...props
}: Omit<ComponentProps<typeof Button>, 'ref' | 'children'> & {
  isBusy: boolean;
  icon?: ReactNode;
  /** Instead of its usual label while busy. */
  busyLabel?: string | undefined;
  /** Its usual label. */
  children: string;
}) {
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
    >
      {busyLabel === undefined ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        <SteadyLabel
          icon={icon}
          label={isBusy ? busyLabel : children}
          roomFor={[children, busyLabel]}
        />
      )}
    </Button>
  );
}
