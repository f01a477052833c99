/** Copies of a reader's data that this device keeps, to be read offline. Logging out removes them. */
const PREFIX = 'dripcast.copy.';

/** The key of a copy in `localStorage`. */
export const copyKey = (userId: string, name: string) => `${PREFIX}${userId}.${name}`;

export function removeCopies(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is forbidden, so there are no copies.
  }
}
