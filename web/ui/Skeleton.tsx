/** A grey placeholder sized by `className`. Doesn't move if the reader prefers reduced motion. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-md bg-(--gray-a3) ${className}`}
    />
  );
}
