import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorView } from '../ui/ErrorView.tsx';
import { loadPageAgain } from '../ui/load-page-again.ts';
import { useOnline } from '../ui/use-online.ts';

/** Replaces a screen that crashed. The header and navigation stay. */
export function ScreenError({ error }: ErrorComponentProps) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  // A missing file may load once back online, and there is nothing to lose here.
  useEffect(() => {
    window.addEventListener('online', loadPageAgain);
    return () => window.removeEventListener('online', loadPageAgain);
  }, []);
  const isOnline = useOnline();
  return (
    <div className="container-page py-16">
      <ErrorView title="This page could not be shown" onRetry={loadPageAgain}>
        Everything you saved is safe.{' '}
        {isOnline ? 'Trying again usually helps.' : 'The page opens when you are online again.'}
      </ErrorView>
    </div>
  );
}
