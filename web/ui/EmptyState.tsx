import type { ReactNode } from 'react';
import { Ripples } from './Ripples.tsx';

/** A ripple, one sentence, one action. */
export function EmptyState({
  title,
  children,
  action,
  headingLevel: Heading = 'h2',
}: {
  title: string;
  /** The sentence. */
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: 'h1' | 'h2' | 'h3' | 'p';
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      <Ripples rings={4} className="mb-5 size-28 text-accent-line" />
      <Heading className="font-serif text-xl font-medium text-ink">{title}</Heading>
      {children ? <p className="mt-2 text-balance text-quiet">{children}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  );
}
