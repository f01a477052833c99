/** A grey stand-in of the size given by `className`, still for those who want no motion. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-md bg-(--gray-a3) ${className}`}
    />
  );
}
