import { Theme } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import './radix.css';

/** What Radix's components need around them. Inside it, portals keep our colours and radius. */
export function ThemeFrame({ children }: { children: ReactNode }) {
  return (
    <Theme
      accentColor="teal"
      grayColor="sage"
      radius="large"
      panelBackground="solid"
      hasBackground={false}
      className="min-h-0"
    >
      {children}
    </Theme>
  );
}
