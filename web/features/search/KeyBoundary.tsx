import type { ReactNode } from 'react';

const LIST_KEYS = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter'];

/** Wraps content that is not part of the list, so that arrow keys keep their normal meaning inside. */
export function KeyBoundary({ children }: { children: ReactNode }) {
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
