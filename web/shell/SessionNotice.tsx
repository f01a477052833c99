import { Link, useLocation } from '@tanstack/react-router';
import { loginLink } from '../features/session/login-link.ts';
import { USER_FAILED, useReader, useUser } from '../features/session/user.ts';
import { Notice } from '../ui/Notice.tsx';
import { passFocusOn } from '../ui/pass-focus-on.ts';

const ACTION =
  'inline-flex h-8 cursor-pointer items-center rounded-sm px-2 font-medium text-accent underline underline-offset-2';

/**
 * Says that the session could not be loaded, which is not the same as being logged out, or that it has
 * ended elsewhere. What then fails on the screen doesn't say why.
 */
export function SessionNotice() {
  const { user, hasFailed, isFetching, refetch } = useUser();
  const { user: reader } = useReader();
  const { pathname, href } = useLocation();
  const isOver = user === null && reader !== null && !ACCOUNT_SCREENS.has(pathname);
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
      ) : isOver ? (
        <Notice>
          <span>You have been logged out.</span>
          <Link {...loginLink(href)} className={ACTION}>
            Log In
          </Link>
        </Notice>
      ) : null}
    </div>
  );
}

const ACCOUNT_SCREENS = new Set(['/login', '/register']);
