import { QUIZ_PERFORMANCE } from '../../../schema/limits.ts';
import type { QuizAnswer, QuizQuestion } from '../../../schema/wire/quiz.ts';

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
      /** How the questions so far went. */
      answers: QuizAnswer[];
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
      const asked = state.questions[state.index];
      if (!asked) return state;
      const { question, episodeId, correctAnswerIndex } = asked;
      const answer = { question, episodeId, isCorrect: correctAnswerIndex === state.selected };
      return { ...state, isSubmitted: true, answers: [...state.answers, answer] };
    }
    case 'next': {
      if (state.phase !== 'question' || !state.isSubmitted) return state;
      const index = state.index + 1;
      if (index < state.questions.length) {
        return { ...state, index, selected: null, isSubmitted: false };
      }
      return {
        phase: 'results',
        score: scoreOf(state.answers),
        totalQuestions: state.questions.length,
      };
    }
  }
}

function firstQuestion(questions: QuizQuestion[]): QuizState {
  return {
    phase: 'question',
    questions,
    index: 0,
    selected: null,
    isSubmitted: false,
    answers: [],
  };
}

/** Number of answers equal to the correct index. */
export function scoreOf(answers: QuizAnswer[]): number {
  return answers.filter(({ isCorrect }) => isCorrect).length;
}

/** Whole percent. */
export function scorePercent(score: number, totalQuestions: number): number {
  return totalQuestions === 0 ? 0 : Math.round((score / totalQuestions) * 100);
}

export function performanceMessage(percent: number): string {
  return QUIZ_PERFORMANCE.find(({ fromPercent }) => percent >= fromPercent)?.message ?? '';
}
