import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loginLink } from '../features/session/login-link.ts';
import { USER_FAILED, useReader, useUser } from '../features/session/user.ts';
import { Notice } from '../ui/Notice.tsx';
import { passFocusOn } from '../ui/pass-focus-on.ts';

const ACTION =
  'inline-flex h-8 cursor-pointer items-center rounded-sm px-2 font-medium text-accent underline underline-offset-2';

/** A link to log in again if the session has ended elsewhere; otherwise null. */
export function useLoginLink(): ReactNode {
  const { user } = useUser();
  const { user: reader } = useReader();
  const { pathname, href } = useLocation();
  if (user !== null || reader === null || ACCOUNT_SCREENS.has(pathname)) return null;
  return (
    <Link {...loginLink(href)} className={ACTION}>
      Log In
    </Link>
  );
}

/**
 * Says that the session could not be loaded, which is not the same as being logged out, or that it has
 * ended elsewhere: then `link` leads to the login. What then fails on the screen doesn't say why.
 */
export function SessionNotice({ link }: { link: ReactNode }) {
  const { hasFailed, isFetching, refetch } = useUser();
  return (
    <div role="status">
      {hasFailed ? (
        <Notice>
          <span>{USER_FAILED}</span>
          <button
            ref={passFocusOn}
            type="button"
            aria-busy={isFetching}
            className={ACTION}
            onClick={() => void refetch()}
          >
            Try Again
          </button>
        </Notice>
      ) : (
        link !== null && (
          <Notice>
            <span>You have been logged out.</span>
            {link}
          </Notice>
        )
      )}
    </div>
  );
}

const ACCOUNT_SCREENS = new Set(['/login', '/register']);
