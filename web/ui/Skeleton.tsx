/**
 * A grey placeholder sized by `className`, but never wider than its place. Doesn't move if the reader prefers
 * reduced motion.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block max-w-full animate-pulse rounded-md bg-(--gray-a3) ${className}`}
    />
  );
}

/** Placeholder for a text. Without a label, something around it says what loads. */
export function TextSkeleton({ label }: { label?: string }) {
  return (
    <div
      className="flex flex-col gap-4"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
    >
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  );
}
