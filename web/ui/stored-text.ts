/** Texts that survive a reload of this tab and are gone when it closes. */
import { useCallback, useState } from 'react';

const PREFIX = 'dripcast:';

// Storage may be full or blocked. Losing these texts is acceptable, so it never fails.

/** Returns '' if nothing is stored. */
export function readStored(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? '';
  } catch {
    return '';
  }
}

/** Stores a text; '' removes it. */
export function writeStored(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // See above.
  }
}

/**
 * A text in a field, stored until it is saved or discarded.
 *
 * @param before what the field has at first, which isn't stored
 * @returns the text, what changes it, and what forgets it
 */
export function useStoredText(key: string, before: string) {
  const [text, setText] = useState(() => readStored(key) || before);
  const write = (next: string) => {
    setText(next);
    writeStored(key, next === before ? '' : next);
  };
  const forget = useCallback(() => writeStored(key, ''), [key]);
  return [text, write, forget] as const;
}
