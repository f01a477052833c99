import { useEffect } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '../../ui/stored-text.ts';
import type { Question } from './conversation-state.ts';

const keyOf = (id: string) => `asked:${id}`;
const questionSchema = z.object({ id: z.string(), text: z.string() });

/**
 * Returns the question that was open when the page was left, or null.
 *
 * @param subject what a conversation without a session is about
 */
export function storedQuestion(sessionId: string | null, subject: string): Question | null {
  try {
    const stored = JSON.parse(readStored(keyOf(sessionId ?? subject)));
    return questionSchema.safeParse(stored).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a question from sending until it is answered or back in the input. */
export function useStoredQuestion(
  sessionId: string | null,
  subject: string,
  question: Question | null,
): void {
  useEffect(() => {
    writeStored(keyOf(sessionId ?? subject), question === null ? '' : JSON.stringify(question));
    // A question asked before its session existed has moved into the session.
    if (sessionId !== null) writeStored(keyOf(subject), '');
  }, [sessionId, subject, question]);
}
