/** What is written and not saved yet, kept in this browser, one draft a reader. */
function keyOf(userId: string) {
  return `dripcast.draft.${userId}`;
}

export function readDraft(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId));
  } catch {
    return null;
  }
}

export function keepDraft(userId: string, text: string) {
  try {
    localStorage.setItem(keyOf(userId), text);
  } catch {
    // Storage is full or forbidden: the warning before leaving still holds.
  }
}

export function dropDraft(userId: string) {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Nothing was kept, then.
  }
}
