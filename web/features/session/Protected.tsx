import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { User } from '../../../schema/wire/accounts.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { loginLink } from './login-link.ts';
import { useReader } from './user.ts';

/** Redirects to the login screen once, and back to this address afterwards. */
function ToLogin() {
  const navigate = useNavigate();
  const { href } = useLocation();
  // During the redirect, the location is already the login screen's.
  const from = useRef(href);
  useEffect(() => void navigate({ ...loginLink(from.current), replace: true }), [navigate]);
  return null;
}

/**
 * Shows a skeleton while the session loads and the screen to readers. Anonymous visitors are sent to the
 * login screen, or see `anonymous`.
 */
export function Protected({
  skeleton,
  anonymous = <ToLogin />,
  children,
}: {
  skeleton: ReactNode;
  anonymous?: ReactNode;
  children: (user: User) => ReactNode;
}) {
  const { user, hasFailed } = useReader();
  if (user) return children(user);
  if (user === null) return anonymous;
  // The notice above every screen explains the error and offers a retry.
  if (hasFailed) return <ErrorState title="Your account did not load" />;
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading...
      </span>
      {skeleton}
    </div>
  );
}
