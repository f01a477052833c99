import { type ReactNode, useEffect, useRef } from 'react';

const PREFIX = 'dripcast.height.';

/** How high something was in this browser once it had loaded, in pixels; undefined if unknown at this width. */
export function reservedHeight(name: string): number | undefined {
  try {
    const [width, height] = (localStorage.getItem(PREFIX + name) ?? '').split(' ').map(Number);
    return width === window.innerWidth ? height : undefined;
  } catch {
    // Storage is blocked: the layout settles when everything has arrived.
    return undefined;
  }
}

/** Takes the height that its content had last until it has loaded, so that nothing below it moves. */
export function ReservedHeight({
  name,
  isLoaded,
  isFailed,
  className,
  children,
}: {
  name: string;
  isLoaded: boolean;
  /** Shows an error, whose height says nothing about the content's. */
  isFailed: boolean;
  className?: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLoaded || isFailed) return;
    // What other effects still change counts, too.
    const frame = requestAnimationFrame(() => {
      try {
        localStorage.setItem(PREFIX + name, `${window.innerWidth} ${box.current?.offsetHeight}`);
      } catch {
        // See above.
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [name, isLoaded, isFailed]);
  return (
    <div
      ref={box}
      className={className}
      style={isLoaded || isFailed ? undefined : { minHeight: reservedHeight(name) }}
    >
      {children}
    </div>
  );
}
