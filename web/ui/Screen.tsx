import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

/** A screen under its title, which names the tab, too. `intro` is a sentence about it. */
export function Screen({
  title,
  intro,
  className = '',
  children,
}: {
  title: string;
  intro?: string;
  className?: string;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className={`container-page py-10 md:py-14 ${className}`}>
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {intro ? <p className="mt-3 max-w-2xl text-balance text-quiet">{intro}</p> : null}
      {children}
    </div>
  );
}
