import { useEffect, useState } from 'react';
import { COUNTDOWN_TICK_MS } from '../../../schema/limits.ts';
import { formatCountdown } from './countdown.ts';

/**
 * The time left until `until` (ISO 8601), updated every second. Null once it has passed or if there is
 * nothing to wait for.
 */
export function useCountdown(until: string | null): string | null {
  const untilMs = until === null ? Number.NaN : Date.parse(until);
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isActive = untilMs > nowMs;

  useEffect(() => {
    setNowMs(Date.now());
    if (!(untilMs > Date.now())) return;
    const timer = setInterval(() => {
      setNowMs(Date.now());
      if (Date.now() >= untilMs) clearInterval(timer);
    }, COUNTDOWN_TICK_MS);
    return () => clearInterval(timer);
  }, [untilMs]);

  return isActive ? formatCountdown(untilMs - nowMs) : null;
}
