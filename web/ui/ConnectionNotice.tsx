import { useSyncExternalStore } from 'react';
import { Icon } from './icons.tsx';
import { Notice } from './Notice.tsx';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Shown while the browser is offline. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {isOnline ? null : (
        <Notice>
          <span className="flex items-center gap-2.5">
            <Icon name="offline" size={16} />
            <span>You're offline. You can keep reading what is already open.</span>
          </span>
        </Notice>
      )}
    </div>
  );
}
