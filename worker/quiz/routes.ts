import { Hono } from 'hono';
import { writeIdHeadersSchema } from '../../schema/wire/common.ts';
import {
  type QuizResult,
  quizAnswersSchema,
  quizRequestSchema,
  quizSubmitSchema,
} from '../../schema/wire/quiz.ts';
import { performanceMessage } from '../../schema/wire/quiz-performance.ts';
import { requireUser } from '../accounts/require-user.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { withKeyedLock, withSharedWork } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { validHeaders, validJson } from '../platform/requests/validate.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import { generateQuiz } from './generate-quiz.ts';
import { countAnswers, saveResult } from './results.ts';

/**
 * Handles the questions that were answered wrongly at a time. Idempotent, because it is called each time
 * that the answers are sent: the first call may have failed.
 */
type OnWrong = (db: Database, userId: string, questionIds: string[], at: Date) => Promise<void>;

/** Mounted at /api/quiz. */
export const createQuizRoutes = (onWrong: OnWrong) =>
  new Hono<AppEnv>()
    .post(
      '/generate',
      requireUser,
      validHeaders(writeIdHeadersSchema),
      validJson(quizRequestSchema),
      async (c) => {
        await limit(c.env.QUESTION_LIMIT, c.var.user.id, TOO_MANY_QUESTIONS);
        const { id: userId } = c.var.user;
        const request = c.req.valid('json');
        const about = request.useWholeLibrary ? 'library' : request.podcastId;
        const { 'Idempotency-Key': id } = c.req.valid('header');
        const make = () =>
          generateQuiz(transcriptDeps(c.env), assistantFor(c.env), userId, { ...request, id });
        // Once for all requests about the same, and one at a time: each analyses several transcripts.
        const quiz = await withSharedWork(`quiz ${userId} ${about}`, () =>
          withKeyedLock(`quiz ${userId}`, make),
        );
        return c.json(quiz);
      },
    )
    .post(
      '/submit',
      requireUser,
      validHeaders(writeIdHeadersSchema),
      validJson(quizSubmitSchema),
      async (c) => {
        const { score, totalQuestions } = c.req.valid('json');
        const result: QuizResult = {
          score,
          totalQuestions,
          performanceMessage: performanceMessage(score, totalQuestions),
        };
        const { 'Idempotency-Key': quizId = crypto.randomUUID() } = c.req.valid('header');
        await saveResult(createDatabase(c.env.DB), c.var.user.id, quizId, result);
        return c.json(result, 201);
      },
    )
    .post('/answers', requireUser, validJson(quizAnswersSchema), async (c) => {
      const { quizId, answers } = c.req.valid('json');
      const db = createDatabase(c.env.DB);
      const { id: userId } = c.var.user;
      const { submittedAt, wrong } = await countAnswers(db, userId, quizId, answers);
      await onWrong(db, userId, wrong, submittedAt);
      return c.json({ success: true });
    });
