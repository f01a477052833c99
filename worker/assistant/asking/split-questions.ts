/** Splits a message into its questions: 'What is a fork, and how do I sync it?' */
import { QUESTION_WORDS } from '../language/english.ts';

const ASKS = [...QUESTION_WORDS].join('|');
const VERB =
  "is|are|was|were|do|does|did|can|could|should|will|would|may|might|must|has|have|had|isn't|aren't|don't|doesn't|didn't|can't";
/** 'And for how long?' */
const WITH = '(?:for|since|until|by|to|with|from|at|in|on) ';
/** 'And why' leans on the question before, and 'what the company did' asks nothing. */
const JOINED = new RegExp(
  [
    String.raw`\?\s+(?=\S)`,
    String.raw`[,;]?\s+(?:and|but)\s+(?=(?:${WITH})?(?:(?:${ASKS})(?:\s+\w+){0,2}?\s+(?:${VERB})\b|who\s|how (?:many|much|long|often|soon)\b))`,
    String.raw`[,;]\s+(?:and|but)\s+(?=(?:${VERB})\s)`,
  ].join('|'),
  'i',
);
const QUESTION = new RegExp(
  `^(?:(?:and|but|so|then|also|or)\\s+)*(?:${WITH})?(?:${ASKS}|${VERB})\\b`,
  'i',
);
/** More questions in one message are answered together. */
const MAX_QUESTIONS = 3;

/** Returns the questions of a message, or the message if it isn't two or three questions. */
export function splitQuestions(message: string): string[] {
  const questions = message
    .trim()
    .split(JOINED)
    .map((question) => question.trim());
  const areQuestions = questions.every((question) => QUESTION.test(question));
  return areQuestions && questions.length <= MAX_QUESTIONS ? questions : [message];
}
