import { passFocusOn } from './pass-focus-on.ts';

/** A line in place of something small that did not load, with its retry. In place of a whole part: `ErrorState`. */
export function NotLoadedLine({
  name,
  className,
  onRetry,
}: {
  /** What did not load, as it begins a sentence: 'Your own podcasts'. */
  name: string;
  className: string;
  onRetry: () => void;
}) {
  return (
    <p role="alert" className={`${className} text-sm text-danger`}>
      {name} did not load.{' '}
      <button
        ref={passFocusOn}
        type="button"
        className="cursor-pointer font-medium underline underline-offset-2"
        onClick={onRetry}
      >
        Try Again
      </button>
    </p>
  );
}
