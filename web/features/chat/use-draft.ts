import { useCallback, useState } from 'react';
import { readStored, writeStored } from './stored-text.ts';

/** Puts a text where the draft of another conversation is looked for. */
export function keepDraft(key: string, text: string): void {
  if (text !== '') writeStored(`draft:${key}`, text);
}

/**
 * A text that is being written, kept in this tab until it is sent: it survives a reload.
 *
 * @param key what it belongs to; a change of key shows that one's draft
 */
export function useDraft(key: string): [string, (text: string) => void] {
  const storageKey = `draft:${key}`;
  const [draft, setDraft] = useState({ storageKey, text: readStored(storageKey) });
  if (draft.storageKey !== storageKey) {
    // A question that was begun before its session existed moves along into it.
    const text = readStored(storageKey) || draft.text;
    setDraft({ storageKey, text });
  }
  const write = useCallback(
    (text: string) => {
      setDraft({ storageKey, text });
      writeStored(storageKey, text);
    },
    [storageKey],
  );
  return [draft.text, write];
}
