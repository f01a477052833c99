import { Button } from '@radix-ui/themes';
import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';

const COPIED_MS = 2_000;

/** Copies a text and briefly confirms it. */
export function CopyButton({
  text,
  ...look
}: { text: string } & Pick<ComponentProps<typeof Button>, 'size' | 'variant'>) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
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
