import type { ReactNode } from 'react';
import { buttonClass } from './button.ts';

/**
 * The way on where a part of the page itself broke: a script that did not arrive, or something it
 * cannot cope with. Neither gets better by drawing it once more. Offline, what is there stays.
 */
export function loadPageAgain(): void {
  if (navigator.onLine) window.location.reload();
}

/** What happened, what is safe, one way on. */
export function ErrorState({
  title,
  children,
  onRetry,
}: {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
}) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center"
    >
      <p className="font-serif text-xl font-medium text-ink">{title}</p>
      <div className="mt-2 text-quiet">{children ?? 'Nothing you saved is lost.'}</div>
      {onRetry ? (
        <button type="button" className={`${buttonClass('outline')} mt-6`} onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}
