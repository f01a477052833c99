import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { User } from '../../../schema/wire/accounts.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { loginLink } from './login-link.ts';
import { useUser } from './user.ts';

/** Leads to the log-in screen, once, and from there back to where this was drawn first. */
function ToLogin() {
  const navigate = useNavigate();
  const { href } = useLocation();
  // The location is the log-in screen's while that one is on its way.
  const from = useRef(href);
  useEffect(() => void navigate({ ...loginLink(from.current), replace: true }), [navigate]);
  return null;
}

/** A skeleton while the session loads, the login screen for strangers, else the screen. */
export function Protected({
  skeleton,
  children,
}: {
  skeleton: ReactNode;
  children: (user: User) => ReactNode;
}) {
  const { user, error } = useUser();
  if (user) return children(user);
  if (user === null) return <ToLogin />;
  // The notice above every screen says why, and has the way to try again.
  if (error) return <ErrorState title="Your account could not be loaded" />;
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading...
      </span>
      {skeleton}
    </div>
  );
}
