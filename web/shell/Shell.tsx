import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { ConnectionNotice } from '../ui/ConnectionNotice.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { showToastOfLastPage } from '../ui/toasts.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SessionNotice } from './SessionNotice.tsx';

const LegalDialog = lazy(() =>
  import('./LegalDialog.tsx').then((module) => ({ default: module.LegalDialog })),
);

/** What surrounds every screen. */
export function Shell() {
  const { pathname, hash } = useLocation();
  const main = useRef<HTMLElement>(null);
  const focusedPath = useRef(pathname);

  useEffect(showToastOfLastPage, []);

  // A new screen is read from its beginning, as a new page would be.
  useEffect(() => {
    if (focusedPath.current === pathname) return;
    focusedPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header />
      <div className="sticky top-16 z-30 mt-16">
        <ConnectionNotice />
        <SessionNotice />
      </div>
      {/* At least a screenful: the footer must not move while a screen loads. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] outline-none">
        <Outlet />
      </main>
      <Footer />
      {hash === 'terms' || hash === 'privacy' ? (
        <Suspense>
          <LegalDialog topic={hash} />
        </Suspense>
      ) : null}
      <Toasts />
    </>
  );
}
