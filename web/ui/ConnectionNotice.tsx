import { useSyncExternalStore } from 'react';
import { Icon } from './icons.tsx';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that the network is gone, as long as it is. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-18 z-50 flex justify-center px-4"
    >
      {isOnline ? null : (
        <p className="flex items-center gap-2 rounded-full border border-hairline bg-panel px-4 py-2 text-sm text-ink">
          <Icon name="offline" size={16} />
          You're offline. You can keep reading what is already open.
        </p>
      )}
    </div>
  );
}
