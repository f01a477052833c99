import { useEffect, useRef, useState } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { loadModule } from '../ui/load-module.ts';
import { Avatar } from './Avatar.tsx';
import type { UserMenu } from './UserMenu.tsx';

/** The user menu. Until its code has loaded, only its button is shown. */
export function UserMenuButton({ user }: { user: User }) {
  const [Menu, setMenu] = useState<typeof UserMenu | null>(null);
  const [isAskedFor, setIsAskedFor] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [hadFocus, setHadFocus] = useState(false);
  // If preloading fails, a press tries again.
  const load = () =>
    void loadModule(() => import('./UserMenu.tsx')).then(
      (module) => {
        setHadFocus(document.activeElement === button.current);
        setMenu(() => module.UserMenu);
      },
      () => {},
    );
  useEffect(load, []);
  if (Menu) return <Menu user={user} isOpenAtFirst={isAskedFor} isFocusedAtFirst={hadFocus} />;
  return (
    <button
      ref={button}
      type="button"
      aria-label="User menu"
      className="cursor-pointer rounded-full"
      onClick={() => {
        setIsAskedFor(true);
        load();
      }}
    >
      <Avatar username={user.username} />
    </button>
  );
}
