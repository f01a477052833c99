import { QUIZ_PERFORMANCE } from '../../../schema/limits.ts';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';

export type QuizSource = 'library' | 'podcast';

export type QuizState =
  | { phase: 'setup' }
  | { phase: 'generating' }
  | {
      phase: 'question';
      questions: QuizQuestion[];
      index: number;
      selected: number | null;
      isSubmitted: boolean;
      score: number;
    }
  | { phase: 'results'; score: number; totalQuestions: number };

export type QuizAction =
  | { type: 'generate' }
  | { type: 'generated'; questions: QuizQuestion[] }
  | { type: 'failed' }
  | { type: 'select'; option: number }
  | { type: 'submit' }
  | { type: 'next' }
  | { type: 'restart' };

export const QUIZ_START: QuizState = { phase: 'setup' };

/** One answer only: after `submit` nothing changes it, and it counts once. */
export function quizReducer(state: QuizState, action: QuizAction): QuizState {
  switch (action.type) {
    case 'generate':
      return { phase: 'generating' };
    case 'generated':
      return action.questions.length === 0 ? QUIZ_START : firstQuestion(action.questions);
    case 'failed':
    case 'restart':
      return QUIZ_START;
    case 'select':
      if (state.phase !== 'question' || state.isSubmitted) return state;
      return { ...state, selected: action.option };
    case 'submit': {
      if (state.phase !== 'question' || state.isSubmitted || state.selected === null) return state;
      const isRight = state.questions[state.index]?.correctAnswerIndex === state.selected;
      return { ...state, isSubmitted: true, score: state.score + (isRight ? 1 : 0) };
    }
    case 'next': {
      if (state.phase !== 'question' || !state.isSubmitted) return state;
      const index = state.index + 1;
      if (index < state.questions.length) {
        return { ...state, index, selected: null, isSubmitted: false };
      }
      return { phase: 'results', score: state.score, totalQuestions: state.questions.length };
    }
  }
}

function firstQuestion(questions: QuizQuestion[]): QuizState {
  return { phase: 'question', questions, index: 0, selected: null, isSubmitted: false, score: 0 };
}

/** Whole percent. */
export function scorePercent(score: number, totalQuestions: number): number {
  return totalQuestions === 0 ? 0 : Math.round((score / totalQuestions) * 100);
}

export function performanceMessage(percent: number): string {
  return QUIZ_PERFORMANCE.find(({ fromPercent }) => percent >= fromPercent)?.message ?? '';
}
