import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

/**
 * A screen with a title, which also names the tab. `intro` is a sentence below the title; `className`
 * applies to the content.
 */
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
    <div className="container-page relative flex min-h-[calc(100dvh-4rem)] flex-col py-10 md:py-14">
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {intro ? <p className="mt-3 max-w-2xl text-balance text-quiet">{intro}</p> : null}
      <div className={`w-full min-w-0 grow ${className}`}>{children}</div>
    </div>
  );
}
