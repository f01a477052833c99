import { startTransition, useEffect, useState } from 'react';

const FIRST = 40;
const STEP = 40;

/** Counts up to `total` in steps small enough to keep a page of hundreds of rows responsive. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(FIRST);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + STEP)), 16);
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}
