import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../ui/stored-text.ts';

/** What a conversation without a session is stored under: whose it is, and what it is about. */
export function subjectKey(userId: string, episodeId: string | null): string {
  return `${userId}:${episodeId ?? 'all-podcasts'}`;
}

/** Stores a text where another conversation's draft is read from. */
export function saveDraft(key: string, text: string): void {
  if (text !== '') writeStored(`draft:${key}`, text);
}

/**
 * A draft text, stored in this tab until it is sent, so that it survives a reload.
 *
 * @param key what the draft belongs to; changing it switches to that draft
 */
export function useDraft(key: string): [string, (text: string) => void] {
  const storageKey = `draft:${key}`;
  const [draft, setDraft] = useState({ storageKey, text: readStored(storageKey) });
  if (draft.storageKey !== storageKey) {
    // A question started before its session existed moves into the session's draft.
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
