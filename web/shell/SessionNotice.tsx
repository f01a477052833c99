import { useUser } from '../features/session/user.ts';
import { Notice } from '../ui/Notice.tsx';

/** Says that the session could not be loaded, which is not the same as being logged out. */
export function SessionNotice() {
  const { user, error, isFetching, refetch } = useUser();
  return (
    <div role="status">
      {error && user === undefined ? (
        <Notice>
          <span>{error.message}</span>
          <button
            type="button"
            aria-busy={isFetching}
            className="h-8 cursor-pointer rounded-sm px-2 font-medium text-accent underline underline-offset-2"
            onClick={() => void refetch()}
          >
            Try again
          </button>
        </Notice>
      ) : null}
    </div>
  );
}
