import { Button } from '@radix-ui/themes';
import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { SteadyLabel } from './SteadyLabel.tsx';
import { dismissToast, toastError } from './toasts.ts';

/** Copies a text and briefly confirms it. One that has to be loaded first is a function. */
export function CopyButton({
  text,
  ...look
}: { text: string | (() => Promise<string>) } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'variant'
>) {
  const { isCopied, run } = useCopying(() => writeToClipboard(text));
  return (
    <Button {...look} color="gray" onClick={run}>
      <CopyLabel isCopied={isCopied} />
    </Button>
  );
}

/** The icon and label of a button that copies. */
export function CopyLabel({
  isCopied,
  icon: Icon = Copy,
  label = 'Copy',
}: {
  isCopied: boolean;
  icon?: typeof Copy;
  label?: string;
}) {
  const Shown = isCopied ? Check : Icon;
  return (
    <SteadyLabel
      aria-live="polite"
      icon={<Shown size={16} aria-hidden />}
      label={isCopied ? 'Copied' : label}
      roomFor={[label, 'Copied']}
    />
  );
}

/** A browser takes a promise where it would not wait for a text: the click must not be long ago. */
async function writeToClipboard(text: string | (() => Promise<string>)): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  const blob = text().then((loaded) => new Blob([loaded], { type: 'text/plain' }));
  // The clipboard may refuse without waiting for it.
  blob.catch(() => {});
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/** How long a copy is confirmed. */
const COPIED_MS = 2_000;

/** Copies, confirms it briefly, and says so if it failed. */
export function useCopying(copy: () => Promise<void>): { isCopied: boolean; run: () => void } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // No toast has this id.
  const failed = useRef(0);
  const run = () => {
    dismissToast(failed.current);
    void copy().then(
      () => setIsCopied(true),
      () => {
        failed.current = toastError('Copying failed. Try again, or copy it by hand.');
      },
    );
  };
  return { isCopied, run };
}
