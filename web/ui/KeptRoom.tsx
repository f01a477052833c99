import { type ReactNode, useEffect, useRef } from 'react';

/** Never lower than it has been: what is below it stays where a reply leaves less to show. */
export function KeptRoom({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const room = box.current;
    if (!room) return;
    const observer = new ResizeObserver(() => {
      room.style.minHeight = `${room.offsetHeight}px`;
    });
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return <div ref={box}>{children}</div>;
}
