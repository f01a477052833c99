import { describe, expect, test } from 'vitest';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import {
  QUIZ_START,
  type QuizAction,
  type QuizState,
  quizReducer,
  scorePercent,
} from '../../../web/features/quiz/quiz-state.ts';

const question = (text: string, correctAnswerIndex: number): QuizQuestion => ({
  question: text,
  options: ['a', 'b', 'c', 'd'],
  correctAnswerIndex,
  explanation: 'Because.',
  episodeId: 'episode',
});
const QUESTIONS = [question('One?', 1), question('Two?', 0)];

const after = (...actions: QuizAction[]): QuizState =>
  actions.reduce<QuizState>(quizReducer, QUIZ_START);
const generated: QuizAction = { type: 'generated', quizId: 'quiz', questions: QUESTIONS };
const select = (option: number): QuizAction => ({ type: 'select', option });
const submit: QuizAction = { type: 'submit' };
const next: QuizAction = { type: 'next' };

describe('a quiz', () => {
  test('goes from setup through generating to its first question, with nothing selected', () => {
    expect(after()).toEqual({ phase: 'setup' });
    expect(after({ type: 'generate' })).toEqual({ phase: 'generating' });
    expect(after({ type: 'generate' }, generated)).toMatchObject({
      phase: 'question',
      index: 0,
      selected: null,
      isSubmitted: false,
    });
  });

  test.each<[string, QuizAction]>([
    ['that failed', { type: 'failed' }],
    ['without questions', { type: 'generated', quizId: 'quiz', questions: [] }],
    ['that is taken again', { type: 'restart' }],
  ])('%s is back at the setup', (_, action) => {
    expect(after({ type: 'generate' }, action)).toEqual(QUIZ_START);
  });

  test('lets the choice change until it is submitted, not afterwards', () => {
    expect(after(generated, select(0), select(1))).toMatchObject({ selected: 1 });
    const locked = after(generated, select(0), submit, select(1));
    expect(locked).toMatchObject({ selected: 0, isSubmitted: true });
  });

  test('accepts no answer before an option is chosen, and each answer once', () => {
    expect(after(generated, submit)).toMatchObject({ isSubmitted: false, chosen: [] });
    expect(after(generated, select(1), submit, submit)).toMatchObject({
      quizId: 'quiz',
      chosen: [1],
    });
  });

  test('continues only after an answer, with nothing selected', () => {
    expect(after(generated, select(1), next)).toMatchObject({ index: 0 });
    expect(after(generated, select(1), submit, next)).toMatchObject({
      index: 1,
      selected: null,
      isSubmitted: false,
    });
  });

  const both = [select(1), submit, next, select(3), submit, next];

  test('ends with the score, the mistakes and what is left to send', () => {
    const answered = QUESTIONS.map(({ question, episodeId }) => ({ question, episodeId }));
    expect(after(generated, ...both)).toEqual({
      phase: 'results',
      score: 1,
      totalQuestions: 2,
      mistakes: [{ question: QUESTIONS[1], chosen: 3 }],
      unsent: {
        score: 1,
        totalQuestions: 2,
        quizId: 'quiz',
        answers: answered.map((answer, index) => ({ ...answer, isCorrect: index === 0 })),
      },
    });
  });

  test('has nothing left to send once it is sent, and stays unsent if another one is', () => {
    const done = (quizId: string) => after(generated, ...both, { type: 'sent', quizId });
    expect(done('quiz')).toMatchObject({ phase: 'results', unsent: null });
    expect(done('another')).toMatchObject({ unsent: { quizId: 'quiz' } });
    expect(after(generated, { type: 'sent', quizId: 'quiz' })).toMatchObject({ phase: 'question' });
  });

  test("that isn't in progress ignores choices and answers", () => {
    for (const action of [select(1), submit, next]) expect(after(action)).toEqual(QUIZ_START);
  });
});

test.each([
  [5, 5, 100],
  [2, 3, 67],
  [1, 3, 33],
  [0, 5, 0],
  [0, 0, 0],
])('%d of %d is %d percent', (score, total, percent) => {
  expect(scorePercent(score, total)).toBe(percent);
});
