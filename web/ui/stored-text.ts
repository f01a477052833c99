/** Texts that survive a reload of this tab and are gone when it closes. */
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
