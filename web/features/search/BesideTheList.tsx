import type { ReactNode } from 'react';

const LIST_KEYS = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter'];

/** Around what is no part of the list: the keys that lead through the list are its own here. */
export function BesideTheList({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps keys to what is inside
    <div
      className="contents"
      onKeyDown={(event) => {
        if (LIST_KEYS.includes(event.key)) event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
}
