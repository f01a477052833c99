import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Quiz, quizQuestionSchema, type TakenQuiz } from '../../../schema/wire/quiz.ts';
import { api, errorMessage, ReaderError, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { withWriteId } from '../../api/write-ids.ts';
import { toast, toastError } from '../../ui/toasts.ts';
import { QUIZ_START, type QuizAction, type QuizState, quizReducer } from './quiz-state.ts';
import { readQuiz, storeQuiz } from './stored-quiz.ts';

const NO_QUESTIONS = 'The quiz came back without questions. Please try again.';

/** The quiz's state. Kept outside the screen, because the reader may leave while it is generated. */
function quizStateQuery(userId: string) {
  return queryOptions({
    queryKey: ['quiz', 'state', userId],
    queryFn: () => readQuiz(userId),
    initialData: () => readQuiz(userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

async function generateQuiz(podcastId: string | null): Promise<Quiz> {
  const json = { podcastId, useWholeLibrary: podcastId === null };
  const quiz = await withWriteId(`quiz ${podcastId}`, (id) =>
    readReply(api.quiz.generate.$post({ json, header: { 'Idempotency-Key': id } })),
  );
  const questions = quizQuestionSchema.array().min(1).safeParse(quiz?.questions);
  if (!questions.success) throw new ReaderError(NO_QUESTIONS);
  return { ...quiz, questions: questions.data };
}

/** Either may be sent again: both count once. */
async function sendQuiz({ score, totalQuestions, quizId, answers }: TakenQuiz): Promise<void> {
  const json = { score, totalQuestions };
  await readReply(api.quiz.submit.$post({ json, header: { 'Idempotency-Key': quizId } }));
  await readReply(api.quiz.answers.$post({ json: { quizId, answers } }));
}

/** A quiz from generating to results, which are submitted after the last question. */
export function useQuiz(userId: string) {
  const queryClient = useQueryClient();
  const query = quizStateQuery(userId);
  const { data: state = QUIZ_START } = useQuery(query);
  /** What the quiz is now; what is on the screen may be one click behind. */
  const current = (): QuizState => queryClient.getQueryData(query.queryKey) ?? QUIZ_START;
  const dispatch = (action: QuizAction): QuizState => {
    const before = current();
    const after = quizReducer(before, action);
    queryClient.setQueryData(query.queryKey, after);
    storeQuiz(userId, after);
    return after;
  };
  const generation = useMutation({
    mutationFn: generateQuiz,
    onSuccess: ({ id, questions, notice }) => {
      dispatch({ type: 'generated', quizId: id, questions });
      if (notice) toast({ title: 'Knowledge Quiz', description: notice });
    },
    onError: (error) => {
      dispatch({ type: 'failed' });
      toastError(errorMessage(error, 'Failed to generate quiz'));
    },
  });
  const submission = useMutation({
    mutationFn: sendQuiz,
    onSuccess: (_, { quizId }) => {
      dispatch({ type: 'sent', quizId });
      // Wrong answers are reviewed tomorrow.
      return reload(queryClient, ['review']);
    },
    onError: (error) => toastError(refusalMessage(error, 'Failed to submit quiz results')),
  });

  const generate = (podcastId: string | null) => {
    if (current().phase === 'generating') return;
    dispatch({ type: 'generate' });
    generation.mutate(podcastId);
  };
  const send = (quiz: QuizState) => {
    if (quiz.phase === 'results' && quiz.unsent) submission.mutate(quiz.unsent);
  };
  const next = () => {
    if (current().phase === 'question') send(dispatch({ type: 'next' }));
  };
  const isUnsent = state.phase === 'results' && state.unsent !== null;
  return {
    state,
    generate,
    next,
    select: (option: number) => dispatch({ type: 'select', option }),
    submit: () => dispatch({ type: 'submit' }),
    /** Sends a result that could not be sent, even one from before a reload; null if there is none. */
    submitAgain: isUnsent && !submission.isPending ? () => send(current()) : null,
    restart: () => dispatch({ type: 'restart' }),
  };
}
