import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { CHAT_CLOSE_MS } from '../../../schema/limits.ts';

/** Closes after the fade. Closing again while fading has no effect. */
export function useClosing(onClosed: () => void): { isClosing: boolean; close: () => void } {
  const [isClosing, setIsClosing] = useState(false);
  const tellClosed = useEffectEvent(onClosed);
  useEffect(() => {
    if (!isClosing) return;
    const timer = setTimeout(() => tellClosed(), CHAT_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [isClosing]);
  const close = useCallback(() => setIsClosing(true), []);
  return { isClosing, close };
}
