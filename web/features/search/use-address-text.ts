import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Browsers refuse an address that changes with every keystroke. */
const WRITE_MS = 250;

/**
 * Keeps the field's text in the address: written after a pause in typing, and read back when Back,
 * Forward or a link changes it.
 *
 * @param write resolves once the address has changed
 * @param typedAhead what the field begins with after the address's text
 */
export function useAddressText(
  address: string,
  write: (text: string) => Promise<void>,
  typedAhead = '',
) {
  const [text, setText] = useState(address + typedAhead);
  const known = useRef(address);
  /** Texts written but not in the address yet, oldest first. */
  const pending = useRef<string[]>([]);
  useEffect(() => {
    if (known.current === address) return;
    known.current = address;
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
