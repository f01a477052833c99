import type { QuizAnswer, QuizQuestion, TakenQuiz } from '../../../schema/wire/quiz.ts';

/** What a quiz is to be about. */
export interface QuizSubject {
  source: 'library' | 'podcast';
  /** The last chosen podcast; empty for none. */
  podcastId: string;
}

export type QuizState =
  | { phase: 'setup' }
  | { phase: 'generating' }
  | {
      phase: 'question';
      /** Sent back with the result. */
      quizId: string;
      questions: QuizQuestion[];
      index: number;
      selected: number | null;
      isSubmitted: boolean;
      /** The chosen options so far, one per question. */
      chosen: number[];
    }
  | {
      phase: 'results';
      score: number;
      totalQuestions: number;
      mistakes: QuizMistake[];
      /** What the server has not confirmed yet; null once it has. */
      unsent: TakenQuiz | null;
    };

/** A wrongly answered question and the chosen option. */
export interface QuizMistake {
  question: QuizQuestion;
  chosen: number;
}

export type QuizAction =
  | { type: 'generate' }
  | { type: 'generated'; quizId: string; questions: QuizQuestion[] }
  | { type: 'failed' }
  | { type: 'select'; option: number }
  | { type: 'submit' }
  | { type: 'next' }
  | { type: 'sent'; quizId: string }
  | { type: 'restart' };

export const QUIZ_START: QuizState = { phase: 'setup' };

/** The quiz's state machine. After `submit`, an answer cannot change and counts once. */
export function quizReducer(state: QuizState, action: QuizAction): QuizState {
  switch (action.type) {
    case 'generate':
      return { phase: 'generating' };
    case 'generated':
      return action.questions.length === 0 ? QUIZ_START : firstQuestion(action);
    case 'failed':
    case 'restart':
      return QUIZ_START;
    case 'select':
      if (state.phase !== 'question' || state.isSubmitted) return state;
      return { ...state, selected: action.option };
    case 'submit': {
      if (state.phase !== 'question' || state.isSubmitted || state.selected === null) return state;
      return { ...state, isSubmitted: true, chosen: [...state.chosen, state.selected] };
    }
    case 'next': {
      if (state.phase !== 'question' || !state.isSubmitted) return state;
      const index = state.index + 1;
      if (index < state.questions.length) {
        return { ...state, index, selected: null, isSubmitted: false };
      }
      const { quizId, questions } = state;
      const answers = answersOf(state);
      const result = { score: scoreOf(answers), totalQuestions: questions.length };
      const unsent = { ...result, quizId, answers };
      return { phase: 'results', ...result, mistakes: mistakesOf(state), unsent };
    }
    case 'sent':
      // The reader may have begun another quiz by then.
      if (state.phase !== 'results' || state.unsent?.quizId !== action.quizId) return state;
      return { ...state, unsent: null };
  }
}

function firstQuestion({ quizId, questions }: Pick<Asking, 'quizId' | 'questions'>): QuizState {
  return {
    phase: 'question',
    quizId,
    questions,
    index: 0,
    selected: null,
    isSubmitted: false,
    chosen: [],
  };
}

type Asking = Extract<QuizState, { phase: 'question' }>;

/** Returns each answered question's result for the server. */
function answersOf({ questions, chosen }: Asking): QuizAnswer[] {
  return questions.slice(0, chosen.length).map((asked, index) => {
    const { question, episodeId, id, correctAnswerIndex } = asked;
    return { question, episodeId, id, isCorrect: correctAnswerIndex === chosen[index] };
  });
}

function mistakesOf({ questions, chosen }: Asking): QuizMistake[] {
  return questions.flatMap((question, index) => {
    const option = chosen[index];
    const isMistake = option !== undefined && option !== question.correctAnswerIndex;
    return isMistake ? [{ question, chosen: option }] : [];
  });
}

/** The number of answers equal to the correct index. */
function scoreOf(answers: QuizAnswer[]): number {
  return answers.filter(({ isCorrect }) => isCorrect).length;
}

/** Whole percent. */
export function scorePercent(score: number, totalQuestions: number): number {
  return totalQuestions === 0 ? 0 : Math.round((score / totalQuestions) * 100);
}
