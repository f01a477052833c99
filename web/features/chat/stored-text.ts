/** Texts that outlive a reload of this tab, and are nobody's once it is closed. */
const PREFIX = 'dripcast:';

// Storage may be full or forbidden; what it keeps is a comfort, never a reason to fail.

/** '' where nothing is kept. */
export function readStored(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text; '' is kept by forgetting it. */
export function writeStored(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // See above.
  }
}
