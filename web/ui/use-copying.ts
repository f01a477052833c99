import { useEffect, useState } from 'react';
import { toast } from './toasts.ts';

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
  const run = () =>
    void copy().then(
      () => setIsCopied(true),
      () => {
        const description = 'Copying failed. Check your network, or copy it by hand.';
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    );
  return { isCopied, run };
}
