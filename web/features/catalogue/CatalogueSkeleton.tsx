import { Skeleton } from '../../ui/Skeleton.tsx';

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7];

/** Card placeholders in their final size while the podcasts load. */
export function CatalogueSkeleton({ className }: { className: string }) {
  return (
    <div aria-hidden="true" className={className}>
      {PLACES.map((place) => (
        <div key={place}>
          <Skeleton className="aspect-square rounded-xl" />
          <Skeleton className="mt-4 h-5 w-4/5" />
          <Skeleton className="mt-2 h-4 w-3/5" />
          <Skeleton className="mt-3 h-16" />
          <Skeleton className="mt-3 h-6 w-24 rounded-full" />
        </div>
      ))}
    </div>
  );
}
