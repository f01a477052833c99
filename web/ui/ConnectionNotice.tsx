import { Icon } from './icons.tsx';
import { Notice } from './Notice.tsx';
import { useOnline } from './use-online.ts';

/** Shown while the browser is offline. */
export function ConnectionNotice() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {isOnline ? null : (
        <Notice>
          <span className="flex items-center gap-2.5">
            <Icon name="offline" size={16} />
            You're offline. You can keep reading what is already open.
          </span>
        </Notice>
      )}
    </div>
  );
}
