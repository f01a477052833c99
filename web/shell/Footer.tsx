import { Link } from '@tanstack/react-router';
import { LogoMark } from '../ui/Logo.tsx';

const LINK = 'flex h-10 items-center rounded-sm hover:text-ink hover:underline';

export function Footer() {
  return (
    <footer className="border-t border-hairline">
      <div className="container-page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-6 text-sm text-quiet">
        <Link to="/" className={`${LINK} gap-2`}>
          <LogoMark className="size-5" />
          Dripcast home
        </Link>
        <nav aria-label="Legal" className="flex gap-6">
          <Link to="." search={true} hash="terms" resetScroll={false} className={LINK}>
            Terms
          </Link>
          <Link to="." search={true} hash="privacy" resetScroll={false} className={LINK}>
            Privacy
          </Link>
        </nav>
        <p>© {new Date().getFullYear()} Dripcast</p>
      </div>
    </footer>
  );
}
