import { useRef } from 'react';
import { dismissToast, toast } from './toasts.ts';

/** For an action whose success shows without a toast: the failure's toast is gone once it is tried again. */
export function useFailureToast() {
  const shown = useRef<number>(null);
  return {
    show: (description: string) => {
      shown.current = toast({ title: 'Error', description, variant: 'destructive' });
    },
    clear: () => {
      if (shown.current !== null) dismissToast(shown.current);
      shown.current = null;
    },
  };
}
