import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Browsers refuse an address that changes with every letter of a fast typist. */
const WRITE_MS = 250;

/**
 * The text of the field, which the address keeps: written there once the typing rests, taken from
 * there where Back, Forward or a link changed it.
 *
 * @param write resolves once the address has it
 */
export function useAddressText(address: string, write: (text: string) => Promise<void>) {
  const [text, setText] = useState(address);
  /** What was written and is not in the address yet, oldest first. */
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const arrived = pending.current.indexOf(address);
    if (arrived === -1) setText(address);
    else pending.current = pending.current.slice(arrived + 1);
  }, [address]);
  const keep = useEffectEvent(() => {
    if (text === address) return;
    pending.current.push(text);
    void write(text);
  });
  useEffect(() => {
    const timer = setTimeout(keep, WRITE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText };
}
