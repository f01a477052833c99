import { type ReactNode, useEffect, useRef } from 'react';
import { readLocal, writeLocal } from './local-storage.ts';

const PREFIX = 'dripcast.height.';

/** How high something was in this browser once it had loaded, in pixels; undefined if unknown at this width. */
export function reservedHeight(name: string): number | undefined {
  const stored = readLocal(PREFIX + name);
  // There is no window while a page is prerendered.
  if (stored === null) return undefined;
  const [width, height] = stored.split(' ').map(Number);
  return width === window.innerWidth ? height : undefined;
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
      writeLocal(PREFIX + name, `${window.innerWidth} ${box.current?.offsetHeight}`);
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
