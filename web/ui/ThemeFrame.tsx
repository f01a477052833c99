import { Theme } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import './forced-colors.css';
import './print.css';
import './radix.css';

/**
 * The providers and styles that Radix components need. Portals rendered inside keep our colours and
 * radius.
 */
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
