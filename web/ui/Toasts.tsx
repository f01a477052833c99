import { type CSSProperties, useEffect, useRef } from 'react';
import { TOAST_MAX_WIDTH_PX } from '../../schema/limits.ts';
import { Icon } from './icons.tsx';
import { dismissToast, notePressOnToast, useToasts } from './toasts.ts';

/** How long a toast stays, and as long again while the pointer or the focus is on it. */
const SHOWN_MS = { default: 6_000, withAction: 10_000, destructive: 12_000 };
/** Moves the focus to the toast, so that its action works by keyboard. */
const FOCUS_KEY = 'F8';

/**
 * Renders the toasts. The live region exists before the first one. On phones they are below the header,
 * where titles are: at the bottom they would cover what can be pressed.
 */
export function Toasts() {
  const shown = useToasts().find((toast) => toast.isOpen);
  const id = shown?.id;
  const shownMs = shown && SHOWN_MS[shown.action ? 'withAction' : (shown.variant ?? 'default')];
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    if (id === undefined) return;
    const timer = setInterval(() => {
      if (!region.current?.querySelector('.toast:is(:hover, :focus-within)')) dismissToast(id);
    }, shownMs);
    return () => clearInterval(timer);
  }, [id, shownMs]);

  useEffect(() => {
    const focusToast = (event: KeyboardEvent) => {
      const button = region.current?.querySelector('button');
      if (event.key !== FOCUS_KEY || !button) return;
      event.preventDefault();
      button.focus();
    };
    document.addEventListener('keydown', focusToast);
    return () => document.removeEventListener('keydown', focusToast);
  }, []);

  const close = (closedId: number) => {
    const hadFocus = region.current?.contains(document.activeElement);
    dismissToast(closedId);
    if (!hadFocus) return;
    const before = cameFrom.current;
    const isThere = before instanceof HTMLElement && before.isConnected;
    (isThere ? before : document.querySelector('main'))?.focus({ preventScroll: true });
  };

  return (
    <section
      ref={region}
      aria-label={`Notifications (${FOCUS_KEY})`}
      onPointerDownCapture={notePressOnToast}
      onFocus={({ relatedTarget }) => {
        if (!region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      className="toasts pointer-events-none fixed inset-x-0 top-16 z-[100] w-full p-4 md:top-auto md:bottom-0 md:left-auto md:max-w-(--toast-max-width)"
      style={{ '--toast-max-width': `${TOAST_MAX_WIDTH_PX}px` } as CSSProperties}
    >
      <div aria-live="polite" aria-atomic="true">
        {shown ? (
          <div
            key={shown.id}
            className={`toast ${shown.variant === 'destructive' ? 'toast-destructive' : ''}`}
          >
            <div className="min-w-0 grow">
              <p className="font-medium">{shown.title}</p>
              {shown.description ? (
                // It may name podcasts, whose titles may be as long as they like.
                <p className="mt-0.5 line-clamp-8 text-sm">{shown.description}</p>
              ) : null}
            </div>
            {shown.action ? (
              <button
                type="button"
                className="toast-action"
                onClick={() => {
                  shown.action?.run();
                  close(shown.id);
                }}
              >
                {shown.action.label}
              </button>
            ) : null}
            <button
              type="button"
              aria-label="Close notification"
              className="-my-1.5 -mr-2 flex size-10 shrink-0 cursor-pointer items-center justify-center rounded-md hover:bg-(--gray-a4)"
              onClick={() => close(shown.id)}
            >
              <Icon name="close" />
            </button>
          </div>
        ) : null}
      </div>
    </section>
  );
}
