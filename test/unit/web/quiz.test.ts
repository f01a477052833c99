import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import { QUIZ_START, type QuizState, quizReducer } from '../../../web/features/quiz/quiz-state.ts';
import { readQuiz, storeQuiz } from '../../../web/features/quiz/stored-quiz.ts';
import { stubStorage } from './stub-storage.ts';

const QUESTIONS: QuizQuestion[] = ['One?', 'Two?'].map((question) => ({
  question,
  options: ['a', 'b', 'c', 'd'],
  correctAnswerIndex: 1,
  explanation: 'It was said so [0:10].',
  episodeId: '6f1f3a52-6a0e-4c5e-9f37-0d4a5b1c2d3e',
}));

const QUIZ_ID = '9d3c1c1e-5b0a-4f53-8a55-3f1f0a6f2b7c';

beforeEach(() => {
  stubStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function answered(...options: number[]): QuizState {
  const start = quizReducer(QUIZ_START, {
    type: 'generated',
    quizId: QUIZ_ID,
    questions: QUESTIONS,
  });
  return options.reduce(
    (state, option) =>
      [
        { type: 'select', option } as const,
        { type: 'submit' } as const,
        { type: 'next' } as const,
      ].reduce(quizReducer, state),
    start,
  );
}

test('the results list each wrongly answered question with the chosen option', () => {
  expect(answered(1, 3)).toMatchObject({
    phase: 'results',
    score: 1,
    totalQuestions: 2,
    mistakes: [{ question: QUESTIONS[1], chosen: 3 }],
  });
});

test('a quiz in progress and its results are restored for the same reader only', () => {
  for (const state of [answered(1), answered(1, 3)]) {
    storeQuiz('ada', state);
    expect(readQuiz('ada')).toEqual(state);
    expect(readQuiz('grace')).toEqual(QUIZ_START);
  }
});

test('an abandoned quiz, or one being generated, is not restored', () => {
  for (const state of [QUIZ_START, { phase: 'generating' } as const]) {
    storeQuiz('ada', answered(1));
    storeQuiz('ada', state);
    expect(readQuiz('ada')).toEqual(QUIZ_START);
  }
});

test.each([
  ['no JSON', '{"phase":'],
  ['another shape', '{"phase":"question","questions":5}'],
  ['no question at its place', JSON.stringify({ ...answered(1), index: 7 })],
])('stored text with %s is not a quiz', (_name, text) => {
  localStorage.setItem('dripcast.quiz.ada', text);
  expect(readQuiz('ada')).toEqual(QUIZ_START);
});
