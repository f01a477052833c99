import { useEffect } from 'react';
import { z } from 'zod';
import type { Question } from './conversation-state.ts';
import { readStored, writeStored } from './stored-text.ts';

const keyOf = (id: string) => `asked:${id}`;
const questionSchema = z.object({ id: z.string(), text: z.string() });

/** What was asked in this tab and not answered when the page was left; null for nothing. */
export function keptQuestion(sessionId: string | null, episodeId: string): Question | null {
  try {
    const stored = JSON.parse(readStored(keyOf(sessionId ?? episodeId)));
    return questionSchema.safeParse(stored).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps a question from when it is sent until it is answered or back where it was typed. */
export function useKeptQuestion(
  sessionId: string | null,
  episodeId: string,
  question: Question | null,
): void {
  useEffect(() => {
    writeStored(keyOf(sessionId ?? episodeId), question === null ? '' : JSON.stringify(question));
    // What was asked before its session existed has moved along into it.
    if (sessionId !== null) writeStored(keyOf(episodeId), '');
  }, [sessionId, episodeId, question]);
}
