/**
 * Whose page this is. Tabs share the session's cookie, so that after a login in one, what others save would go
 * to whoever has logged in. In a file of its own, because the landing page loads it.
 */
import { readLocal, writeLocal } from '../ui/local-storage.ts';

const KEY = 'dripcast.reader';

/** Null if nobody has been logged in on this page. */
let own: string | null = null;

function tellTabs(id: string | null): void {
  if (readLocal(KEY) !== id) writeLocal(KEY, id);
}

/** Notes whose session the server says it is. The first one's is this page. */
export function noteSession(id: string): void {
  own ??= id;
  tellTabs(id);
}

/** Notes who has logged in on this page; null after a logout. */
export function noteReader(id: string | null): void {
  own = id;
  tellTabs(id);
}

/** Whether somebody else has logged in in another tab. */
export function isOthersSession(): boolean {
  return own !== null && ![own, null].includes(readLocal(KEY));
}

/**
 * Loads the page again for whoever has logged in in another tab, once it is looked at.
 *
 * @param onLogout called if the reader has logged out there
 */
export function watchOtherTabs(onLogout: () => void): void {
  const check = () => {
    if (isOthersSession() && !document.hidden) window.location.reload();
  };
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY) return;
    if (newValue === null) onLogout();
    check();
  });
  document.addEventListener('visibilitychange', check);
}
