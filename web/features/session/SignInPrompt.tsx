import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { loginLink } from './login-link.ts';

/** What anonymous visitors see on a screen that needs an account. */
export function SignInPrompt({
  from,
  onLeave,
  children,
}: {
  /** Where to return afterwards: a path of this app, with its query. */
  from: string;
  onLeave?: () => void;
  /** What the account is for. */
  children: ReactNode;
}) {
  return (
    <EmptyState
      title="Sign In Required"
      action={
        <Link {...loginLink(from)} onClick={onLeave} className={buttonClass('solid')}>
          Sign In
        </Link>
      }
    >
      {children}
    </EmptyState>
  );
}
