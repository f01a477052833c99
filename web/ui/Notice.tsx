import type { ReactNode } from 'react';

/** A line between the header and the screen, which moves down for it. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice border-b border-hairline bg-panel text-sm text-ink">
      <div className="container-page flex min-h-11 flex-wrap items-center justify-center gap-x-3 gap-y-1 py-1.5">
        {children}
      </div>
    </div>
  );
}
