/**
 * Names questions. A question is the same if its episode, its wording and its right answer are; options
 * come in another order each time.
 */
import { and, eq } from 'drizzle-orm';
import { quizQuestions, type StoredQuestion } from '../../schema/tables/quiz.ts';
import { reviewItems } from '../../schema/tables/review.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { sha256Hex } from '../platform/sha256.ts';

interface Identity {
  episodeId: string;
  question: string;
  /** The right option. */
  answer: string;
}

/** What identifies a question that was, or is, asked. */
export function identityOf(
  { question, options, correctAnswerIndex }: Omit<StoredQuestion, 'explanation'>,
  episodeId: string,
): Identity {
  return { episodeId, question, answer: options[correctAnswerIndex] ?? '' };
}

const textOf = ({ episodeId, question, answer }: Identity) =>
  JSON.stringify([episodeId, question, answer]);

/**
 * Returns the ids of these questions, in their order: SHA-256 in hex. Until November 2026 an id was the
 * hash of the wording alone. Questions that a user has under such an id keep it, so that their counts and
 * schedules continue.
 */
export async function questionIds(
  db: Database,
  userId: string,
  questions: Identity[],
): Promise<string[]> {
  const formerIds = await Promise.all(questions.map(({ question }) => sha256Hex(question)));
  const [asked, reviewed] = await db.batch([
    db
      .select()
      .from(quizQuestions)
      .where(and(eq(quizQuestions.userId, userId), isAmong(quizQuestions.questionHash, formerIds))),
    db
      .select()
      .from(reviewItems)
      .where(
        and(
          eq(reviewItems.userId, userId),
          eq(reviewItems.kind, 'question'),
          isAmong(reviewItems.sourceId, formerIds),
        ),
      ),
  ]);
  const formerly = new Map([
    ...reviewed.map(({ sourceId, episodeId, front: question, back: answer }) => {
      return [sourceId, textOf({ episodeId, question, answer })] as const;
    }),
    // A question may have replaced the one in review.
    ...asked.map(({ questionHash, episodeId, question }) => {
      return [questionHash, textOf(identityOf(question, episodeId))] as const;
    }),
  ]);
  return Promise.all(
    questions.map((identity, index) => {
      const [text, formerId = ''] = [textOf(identity), formerIds[index]];
      return formerly.get(formerId) === text ? formerId : sha256Hex(text);
    }),
  );
}
