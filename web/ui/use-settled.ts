import { useCallback, useEffect, useState } from 'react';

/**
 * Debounces a value: it changes only after `ms` without a new one.
 *
 * @returns the settled value, and a function that settles it at once
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
