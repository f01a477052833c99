import type { ComponentProps } from 'react';
import { Ripples } from './Ripples.tsx';
import { Screen } from './Screen.tsx';

/** A screen with little content: ripples fill the empty side if there is one. */
export function RippledScreen(props: ComponentProps<typeof Screen>) {
  return (
    <div className="relative isolate overflow-hidden">
      <Ripples
        hasDrop={false}
        x={50}
        // Beside the text, never behind it.
        className="pointer-events-none absolute top-[-14rem] left-[calc(50%-8rem)] -z-1 hidden size-[66rem] overflow-visible text-(--accent-6) mask-[linear-gradient(to_right,transparent,black_55%)] md:block dark:text-(--accent-4)"
      />
      <Screen {...props} />
    </div>
  );
}
