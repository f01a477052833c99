import { type CSSProperties, useEffect, useState } from 'react';
import { TOAST_MAX_WIDTH_PX } from '../../schema/limits.ts';
import { Icon } from './icons.tsx';
import { dismissToast, TOAST_REGION_ID, useToasts } from './toasts.ts';

/** How long a toast stays by itself; an error longer. Neither while it is pointed at. */
const SHOWN_MS = { default: 6_000, destructive: 12_000 };

/** The place where toasts appear. The live region is there before the first one. */
export function Toasts() {
  const shown = useToasts().find((toast) => toast.isOpen);
  const [isHeld, setIsHeld] = useState(false);
  const id = shown?.id;
  const variant = shown?.variant ?? 'default';

  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS[variant]);
    return () => clearTimeout(timer);
  }, [id, variant, isHeld]);

  return (
    <section
      id={TOAST_REGION_ID}
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-[100] flex w-full justify-end p-4 md:left-auto md:max-w-(--toast-max-width)"
      style={{ '--toast-max-width': `${TOAST_MAX_WIDTH_PX}px` } as CSSProperties}
    >
      <div aria-live="polite" aria-atomic="true" className="w-full">
        {shown ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: pointing only holds the clock
          <div
            key={shown.id}
            className={`toast ${variant === 'destructive' ? 'toast-destructive' : ''}`}
            onPointerEnter={() => setIsHeld(true)}
            onPointerLeave={() => setIsHeld(false)}
            onFocus={() => setIsHeld(true)}
            onBlur={() => setIsHeld(false)}
          >
            <div className="min-w-0 grow">
              <p className="font-medium">{shown.title}</p>
              {shown.description ? <p className="mt-0.5 text-sm">{shown.description}</p> : null}
            </div>
            <button
              type="button"
              aria-label="Close notification"
              className="-my-1.5 -mr-2 flex size-10 shrink-0 cursor-pointer items-center justify-center rounded-md hover:bg-(--gray-a4)"
              onClick={() => {
                setIsHeld(false);
                dismissToast(shown.id);
              }}
            >
              <Icon name="close" size={16} />
            </button>
          </div>
        ) : null}
      </div>
    </section>
  );
}
