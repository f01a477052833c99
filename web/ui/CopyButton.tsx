import { Button } from '@radix-ui/themes';
import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';

const COPIED_MS = 2_000;

/** Copies a text and briefly confirms it. One that has to be loaded first is a function. */
export function CopyButton({
  text,
  ...look
}: { text: string | (() => Promise<string>) } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'variant'
>) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    writeToClipboard(text).then(
      () => setIsCopied(true),
      // Not allowed: the reader can still select the text.
      () => undefined,
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <Button {...look} color="gray" onClick={() => void copy()}>
      <Icon size={16} aria-hidden />
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}

/** A browser takes a promise where it would not wait for a text: the click must not be long ago. */
function writeToClipboard(text: string | (() => Promise<string>)): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  const blob = text().then((loaded) => new Blob([loaded], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
