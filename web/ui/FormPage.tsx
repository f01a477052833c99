import type { ReactNode } from 'react';
import { Ripples } from './Ripples.tsx';

/** A form alone on a page, with the ripples of a drop behind its title. */
export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="relative min-h-[calc(100dvh-4rem)] overflow-hidden px-5 py-14">
      <Ripples
        hasDrop={false}
        className="pointer-events-none absolute top-[-26rem] left-1/2 size-[56rem] -translate-x-1/2 overflow-visible text-(--accent-6) dark:text-(--accent-4)"
      />
      <div className="relative mx-auto w-full max-w-[26rem]">
        <h1 className="text-center text-3xl">{title}</h1>
        <div className="mt-8 panel p-6 md:p-8">{children}</div>
      </div>
    </div>
  );
}
