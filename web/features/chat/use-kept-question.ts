import { useEffect } from 'react';
import { readStored, writeStored } from './stored-text.ts';

const keyOf = (id: string) => `asked:${id}`;

/** What was asked in this tab and not answered when the page was left; null for nothing. */
export function keptQuestion(sessionId: string | null, episodeId: string): string | null {
  return readStored(keyOf(sessionId ?? episodeId)) || null;
}

/** Keeps a question from when it is sent until it is answered or back where it was typed. */
export function useKeptQuestion(
  sessionId: string | null,
  episodeId: string,
  question: string | null,
): void {
  useEffect(() => {
    writeStored(keyOf(sessionId ?? episodeId), question ?? '');
    // What was asked before its session existed has moved along into it.
    if (sessionId !== null) writeStored(keyOf(episodeId), '');
  }, [sessionId, episodeId, question]);
}
