import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { buttonClass } from '../ui/button.ts';
import { useMenuLogout } from './use-menu-logout.ts';
import { useSearchDialog } from './use-search-dialog.ts';

const ITEM =
  'flex h-12 w-full items-center rounded-lg px-3 text-base text-ink hover:bg-(--gray-a3) aria-[current=page]:text-accent';

/**
 * The navigation on narrow screens. A native modal dialog, which handles the focus and Escape by
 * itself.
 */
export function MenuPanel({
  user,
  onClosed,
}: {
  user: User | null | undefined;
  onClosed: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const logout = useMenuLogout();
  const { open: openFind } = useSearchDialog();
  const close = () => dialog.current?.close();

  useEffect(() => dialog.current?.showModal(), []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click is on the backdrop
    <dialog
      ref={dialog}
      aria-label="Menu"
      // Scrolls itself: the first focus would go to a part that scrolls.
      className="menu-panel w-[80%] scroll-py-2 overflow-y-auto sm:w-[385px]"
      onClose={onClosed}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className="flex min-h-full flex-col p-3">
        <div className="flex items-start justify-between gap-2 pb-3 pl-3">
          <div className="min-w-0 pt-1.5">
            {user ? (
              <>
                <p className="truncate font-medium">{user.username}</p>
                <p className="truncate text-sm text-quiet">{user.email ?? 'No email set'}</p>
              </>
            ) : null}
          </div>
          <button
            type="button"
            aria-label="Close menu"
            className={`${buttonClass('ghost', 'icon')} shrink-0`}
            onClick={close}
          >
            <X size={18} aria-hidden="true" />
          </button>
        </div>
        <nav aria-label="Menu" className="flex grow flex-col gap-1">
          <Link to="/podcasts" className={ITEM} onClick={close}>
            Our Podcasts
          </Link>
          {user ? (
            <>
              <Link to="/library" className={ITEM} onClick={close}>
                My Library
              </Link>
              <button
                type="button"
                className={`${ITEM} cursor-pointer`}
                onClick={() => {
                  // Close at once: the search can't take the focus from an open modal.
                  close();
                  openFind();
                }}
              >
                Search
              </button>
              <hr className="my-2 border-hairline" />
              <Link to="/profile" className={ITEM} onClick={close}>
                Profile
              </Link>
              <Link to="/tools" className={ITEM} onClick={close}>
                Tools
              </Link>
              <button
                type="button"
                className={`${ITEM} cursor-pointer`}
                onClick={() => {
                  close();
                  logout();
                }}
              >
                Logout
              </button>
            </>
          ) : user === undefined ? null : (
            <Link
              to="/register"
              className={`${buttonClass('solid', 'large')} mt-3`}
              onClick={close}
            >
              Login / Register
            </Link>
          )}
        </nav>
      </div>
    </dialog>
  );
}
