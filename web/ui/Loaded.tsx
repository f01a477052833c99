import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { Skeleton } from './Skeleton.tsx';

/**
 * What a query loaded. Until then a skeleton of the same size, and after a failure the reason with a
 * way on.
 */
export function Loaded<Data>({
  query: { data, isError, refetch },
  name,
  skeleton,
  children,
}: {
  query: { data: Data | undefined; isError: boolean; refetch: () => unknown };
  /** What is loaded, as it stands within a sentence: 'your feeds'. */
  name: string;
  /** The class of the skeleton's height. */
  skeleton: string;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (isError) {
    const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} did not load`;
    return <ErrorState title={title} onRetry={() => void refetch()} />;
  }
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading {name}...
      </span>
      <Skeleton className={`${skeleton} rounded-xl`} />
    </div>
  );
}
