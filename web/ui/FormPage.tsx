import type { ReactNode } from 'react';
import { RippledScreen } from './RippledScreen.tsx';

/** A page with a single form. */
export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <RippledScreen title={title} className="max-w-108">
      <div className="mt-8 panel p-6 md:p-8">{children}</div>
    </RippledScreen>
  );
}
