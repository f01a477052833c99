import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState, loadPageAgain } from '../ui/ErrorState.tsx';

/** In place of a screen that broke; the header and the way to every other screen stay. */
export function ScreenError({ error }: ErrorComponentProps) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  // What is missing may come with the connection; there is nothing here that could be lost.
  useEffect(() => {
    window.addEventListener('online', loadPageAgain);
    return () => window.removeEventListener('online', loadPageAgain);
  }, []);
  return (
    <div className="container-page py-16">
      <ErrorState title="This page could not be shown" onRetry={loadPageAgain}>
        Everything you saved is safe. Trying again usually helps.
      </ErrorState>
    </div>
  );
}
