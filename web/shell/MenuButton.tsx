import { lazy, Suspense, useState } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icons.tsx';

const loadPanel = () => import('./MenuPanel.tsx');
const MenuPanel = lazy(() => loadPanel().then((module) => ({ default: module.MenuPanel })));

/** Opens the navigation on narrow screens; its code comes when a finger or the focus nears. */
export function MenuButton({ user }: { user: User | null | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={buttonClass('ghost', 'icon')}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="menu" size={20} />
      </button>
      {isOpen ? (
        <Suspense>
          <MenuPanel user={user} onClosed={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
