import { Theme } from '@radix-ui/themes';
import { type ReactNode, useEffect } from 'react';
import './forced-colors.css';
import './print.css';
import './radix.css';
import { revealFirstFocus } from './reveal-first-focus.ts';
import { revealTextArea } from './reveal-text-area.ts';

/**
 * The providers and styles that Radix components need. Portals rendered inside keep our colours and
 * radius.
 */
export function ThemeFrame({ children }: { children: ReactNode }) {
  useEffect(() => {
    const frame = new AbortController();
    document.addEventListener('focusin', revealFirstFocus, frame);
    document.addEventListener('keyup', revealTextArea, frame);
    return () => frame.abort();
  }, []);
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
