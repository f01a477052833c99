import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';

/** In place of a screen that broke; the header and the way to every other screen stay. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <div className="container-page py-16">
      <ErrorState
        title="This page could not be shown"
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      >
        What you saved is safe. Trying again usually helps.
      </ErrorState>
    </div>
  );
}
