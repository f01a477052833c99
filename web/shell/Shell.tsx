import { Outlet, useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useUser, wasLoggedIn } from '../features/session/user.ts';
import { ConnectionNotice } from '../ui/ConnectionNotice.tsx';
import { loadModule } from '../ui/load-module.ts';
import { LoginLink } from '../ui/login-link.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { showToastOfLastPage } from '../ui/toasts.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import type {
  LazySearchDialog as LazySearchDialogType,
  LoadSearchDialog,
} from './LazySearchDialog.tsx';
import { PlayerDock } from './PlayerDock.tsx';
import { SessionNotice, useLoginLink } from './SessionNotice.tsx';

const LegalDialog = lazy(() =>
  import('./LegalDialog.tsx').then((module) => ({ default: module.LegalDialog })),
);

/** Typed before the search was there, from its shortcut on. */
const earlyKeys: KeyboardEvent[] = [];

/**
 * The frame around every screen.
 *
 * @param loadSearchDialog loads the search; passed in because this folder must not import screens
 */
export function Shell({ loadSearchDialog }: { loadSearchDialog: LoadSearchDialog }) {
  const router = useRouter();
  const { hash } = useLocation();
  const { user } = useUser();
  const loginLink = useLoginLink();
  const [LazySearchDialog, setLazySearchDialog] = useState<typeof LazySearchDialogType | null>(
    null,
  );
  const isSearchOpen = useSearch({ strict: false, select: ({ find }) => find !== undefined });

  // Search needs an account, or the hint of one until it is known. If preloading fails, opening the search
  // tries again.
  const isLoggedIn = user !== null && wasLoggedIn();
  useEffect(() => {
    if (LazySearchDialog || !(isLoggedIn || isSearchOpen)) return;
    const load = () =>
      loadModule(() => import('./LazySearchDialog.tsx')).then(
        (module) => setLazySearchDialog(() => module.LazySearchDialog),
        () => {
          earlyKeys.length = 0;
        },
      );
    load();
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event;
      // The browser's own keys stay its own, such as those that reload the page.
      if (ctrlKey || metaKey ? key !== 'k' : !earlyKeys.length || /^F\d/.test(key)) return;
      event.preventDefault();
      if (earlyKeys.push(event) === 1) load();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [LazySearchDialog, isLoggedIn, isSearchOpen]);
  const main = useRef<HTMLElement>(null);

  // A reload of ours ends an action; the reader goes on in the screen, not at the top of the page.
  useEffect(() => {
    if (showToastOfLastPage()) main.current?.focus({ preventScroll: true });
  }, []);

  // A new screen starts at the top, with the focus on it. Only once it is there: until then, a dialog
  // of the old one takes the focus back.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) main.current?.focus({ preventScroll: true });
      }),
    [router],
  );

  return (
    <LoginLink value={loginLink}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header />
      <div className="notices sticky top-16 z-30 mt-16">
        <ConnectionNotice />
        <SessionNotice link={loginLink} />
      </div>
      {/* At least one viewport tall, so that the footer doesn't move while a screen loads. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
        <Outlet />
      </main>
      <Footer />
      {hash === 'terms' || hash === 'privacy' ? (
        <Suspense>
          <LegalDialog topic={hash} />
        </Suspense>
      ) : (
        LazySearchDialog && (
          <LazySearchDialog
            isLoggedIn={isLoggedIn}
            earlyKeys={earlyKeys}
            loadDialog={loadSearchDialog}
          />
        )
      )}
      <PlayerDock userId={user === undefined ? undefined : (user?.id ?? null)} />
      <Toasts />
    </LoginLink>
  );
}
