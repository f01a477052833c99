import type { ReactNode } from 'react';

/** The beginning of a long list; its end folds away, so that what is below stays within reach. */
export function Folded<Item>({
  items,
  limit,
  more,
  children,
}: {
  items: readonly Item[];
  /** How many are always shown; one more takes no more room than the line that would stand for it. */
  limit: number;
  /** What is folded away, as it stands after a number: 'more devices'. */
  more: string;
  /** Renders a part as a list of its own. `start` is the index of its first item. */
  children: (part: readonly Item[], start: number) => ReactNode;
}) {
  if (items.length <= limit + 1) return children(items, 0);
  return (
    <>
      {children(items.slice(0, limit), 0)}
      <details>
        <summary className="cursor-pointer py-3 text-sm text-quiet">
          {items.length - limit} {more}
        </summary>
        {children(items.slice(limit), limit)}
      </details>
    </>
  );
}
