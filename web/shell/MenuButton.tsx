import { useEffect, useRef, useState } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icons.tsx';
import { loadModule } from '../ui/load-module.ts';
import { toastError } from '../ui/toasts.ts';
import type { MenuPanel } from './MenuPanel.tsx';

const loadPanel = () => loadModule(() => import('./MenuPanel.tsx'));
/** Preload only; if it fails, the click tries again. */
const preloadPanel = () => void loadPanel().catch(() => {});

/** After what the screen needs. */
const PRELOAD_MS = 2_500;

/**
 * Opens the navigation on narrow screens. Its code loads on pointer or focus; for readers, who may be offline
 * by then, also once the screen is there.
 */
export function MenuButton({ user }: { user: User | null | undefined }) {
  /** Null while closed. */
  const [Panel, setPanel] = useState<typeof MenuPanel | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isReader = Boolean(user);
  useEffect(() => {
    const isShown = button.current?.checkVisibility();
    if (!(isReader && isShown)) return;
    const timer = setTimeout(preloadPanel, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [isReader]);
  const open = () =>
    void loadPanel().then(
      (module) => setPanel(() => module.MenuPanel),
      () => {
        toastError('The menu did not load. Please check your network and try again.');
      },
    );
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={Panel !== null}
        className={buttonClass('ghost', 'icon')}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
        onClick={open}
      >
        <Icon name="menu" size={20} />
      </button>
      {Panel ? <Panel user={user} onClosed={() => setPanel(null)} /> : null}
    </>
  );
}
