import { type ReactNode, useState } from 'react';
import { buttonClass } from './button.ts';

export interface ErrorViewProps {
  title: string;
  children?: ReactNode;
  /** May return a promise; the button shows that it is trying until the promise settles. */
  onRetry?: () => unknown;
}

/** What happened, what is safe, and one action. Where a retry can replace it: `ErrorState`. */
export function ErrorView({ title, children, onRetry }: ErrorViewProps) {
  const [isTrying, setIsTrying] = useState(false);
  const retry = async () => {
    setIsTrying(true);
    await onRetry?.();
    setIsTrying(false);
  };
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center"
    >
      <p className="font-serif text-xl font-medium text-ink">{title}</p>
      <div className="mt-2 text-quiet">{children ?? 'Nothing you saved is lost.'}</div>
      {onRetry ? (
        <button
          type="button"
          className={`${buttonClass('outline')} mt-6`}
          aria-busy={isTrying}
          onClick={() => void retry()}
        >
          {isTrying ? 'Trying...' : 'Try Again'}
        </button>
      ) : null}
    </div>
  );
}
