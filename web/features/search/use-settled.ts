import { useCallback, useEffect, useState } from 'react';

/**
 * A value once it has not changed for `ms`, so that not every letter is asked for.
 *
 * @returns the settled value, and what settles it at once
 */
export function useSettled<T>(value: T, ms: number): [settled: T, settle: () => void] {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  const settle = useCallback(() => setSettled(value), [value]);
  return [settled, settle];
}
