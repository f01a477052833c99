import type { ReactNode } from 'react';

/** In place of what was deleted elsewhere while the list still had it. */
export function DeletedNotice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="py-4 text-sm text-quiet">
      {children}
    </p>
  );
}
