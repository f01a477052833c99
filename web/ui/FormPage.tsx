import type { ReactNode } from 'react';
import { Ripples } from './Ripples.tsx';
import { Screen } from './Screen.tsx';

/** A form alone on a page, with the ripples of a drop beside it. */
export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="relative isolate overflow-hidden">
      <Ripples
        hasDrop={false}
        x={50}
        // Beside the form, never behind it.
        className="pointer-events-none absolute top-[-14rem] left-[calc(50%-8rem)] -z-1 hidden size-[66rem] overflow-visible text-(--accent-6) mask-[linear-gradient(to_right,transparent,black_55%)] md:block dark:text-(--accent-4)"
      />
      <Screen title={title} className="max-w-[26rem]">
        <div className="mt-8 panel p-6 md:p-8">{children}</div>
      </Screen>
    </div>
  );
}
