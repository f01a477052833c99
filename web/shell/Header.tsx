import { Link, useRouterState } from '@tanstack/react-router';
import { useUser, wasLoggedIn } from '../features/session/user.ts';
import { buttonClass } from '../ui/button.ts';
import { Logo } from '../ui/Logo.tsx';
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx';
import { Avatar } from './Avatar.tsx';
import { MenuButton } from './MenuButton.tsx';
import { SearchButton } from './SearchButton.tsx';
import { UserMenuButton } from './UserMenuButton.tsx';

const NAV_LINK =
  'flex h-10 items-center rounded-md px-3 text-sm font-medium text-quiet hover:text-ink aria-[current=page]:text-accent';

export function Header() {
  const { user, hasFailed } = useUser();
  // Until the session is known, keep room for the last known state. If it can't be loaded, don't show
  // the user as logged out.
  const expectsUser = user === undefined && (hasFailed || wasLoggedIn());
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  return (
    <header className="fixed inset-x-0 top-0 z-40 h-16 border-b border-hairline bg-paper">
      <div className="container-page flex h-full items-center justify-between gap-4">
        <Link to="/" aria-label="Dripcast, home" className="rounded-md">
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <Link to="/podcasts" className={NAV_LINK}>
            Our Podcasts
          </Link>
          {user || expectsUser ? (
            <div className={`flex items-center gap-1 ${user ? '' : 'invisible'}`}>
              <Link to="/library" className={NAV_LINK}>
                My Library
              </Link>
              <Link to="/tools" className={NAV_LINK}>
                Tools
              </Link>
              <SearchButton />
            </div>
          ) : null}
          <ThemeSwitch />
          <div className="ml-2 flex h-9 items-center">
            {user ? (
              <UserMenuButton user={user} />
            ) : expectsUser ? (
              <Avatar />
            ) : (
              <Link
                to="/register"
                className={`${buttonClass('solid')} ${user === undefined ? 'invisible' : ''}`}
              >
                Login / Register
              </Link>
            )}
          </div>
        </nav>
        <div className="flex items-center md:hidden">
          <ThemeSwitch />
          <MenuButton user={user} />
        </div>
      </div>
      <div className="loading-bar" data-loading={isLoading || undefined} />
    </header>
  );
}
