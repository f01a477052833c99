import { Button, Dialog, TextField } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';

/** The content of a dialog with a secret that is not shown again. Nothing but a button should close it. */
export function ShownOnce({
  name,
  secret,
  children,
}: {
  /** Of the field with the secret. */
  name: string;
  secret: string;
  /** What it is for. */
  children: ReactNode;
}) {
  return (
    <div className="space-y-5">
      <Dialog.Description size="2" className="text-quiet">
        Copy it now: you won't see it again. {children}
      </Dialog.Description>
      <div className="flex flex-wrap items-center gap-3">
        <TextField.Root
          readOnly
          size="3"
          aria-label={name}
          className="min-w-0 grow font-mono"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} size="3" variant="soft" />
      </div>
      <div className="flex justify-end">
        <Dialog.Close>
          <Button>Done</Button>
        </Dialog.Close>
      </div>
    </div>
  );
}
