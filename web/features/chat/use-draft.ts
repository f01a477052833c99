import { useCallback, useState } from 'react';

/**
 * A text that is being written, kept in this tab until it is sent: it survives a reload.
 *
 * @param key what it belongs to; a change of key shows that one's draft
 */
export function useDraft(key: string): [string, (text: string) => void] {
  const storageKey = `dripcast:draft:${key}`;
  const [draft, setDraft] = useState({ storageKey, text: readDraft(storageKey) });
  if (draft.storageKey !== storageKey) {
    // A question that was begun before its session existed moves along into it.
    const text = readDraft(storageKey) || draft.text;
    setDraft({ storageKey, text });
  }
  const write = useCallback(
    (text: string) => {
      setDraft({ storageKey, text });
      writeDraft(storageKey, text);
    },
    [storageKey],
  );
  return [draft.text, write];
}

// Storage may be full or forbidden; a draft is a comfort, never a reason to fail.
function readDraft(storageKey: string): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

function writeDraft(storageKey: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, text);
  } catch {
    // See above.
  }
}
