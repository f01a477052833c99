import { Skeleton } from '../../ui/Skeleton.tsx';

/** Placeholder for a tab of the library. */
export function LibrarySkeleton({ label }: { label: string }) {
  return (
    <div className="flex flex-col gap-5" role="status" aria-label={label}>
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-40 rounded-xl" />
    </div>
  );
}
