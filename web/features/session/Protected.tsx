import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { User } from '../../../schema/wire/accounts.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useUser } from './user.ts';

/** A skeleton while the session loads, the login screen for strangers, else the screen. */
export function Protected({
  skeleton,
  children,
}: {
  skeleton: ReactNode;
  children: (user: User) => ReactNode;
}) {
  const { user, error, refetch } = useUser();
  if (user) return children(user);
  if (user === null) return <Navigate to="/login" replace />;
  if (error) return <ErrorState title="Failed to fetch user" onRetry={() => void refetch()} />;
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading...
      </span>
      {skeleton}
    </div>
  );
}
