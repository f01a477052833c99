import { useMutation } from '@tanstack/react-query';
import { useReducer } from 'react';
import type { QuizSubmit } from '../../../schema/wire/quiz.ts';
import { api, readReply, wordsOf } from '../../api/client.ts';
import { toast } from '../../ui/toasts.ts';
import { QUIZ_START, quizReducer, scoreOf } from './quiz-state.ts';

/** A quiz from its making to its result, which is sent as soon as the last question is done. */
export function useQuiz() {
  const [state, dispatch] = useReducer(quizReducer, QUIZ_START);
  const generation = useMutation({
    mutationFn: (podcastId: string | null) =>
      readReply(
        api.quiz.generate.$post({ json: { podcastId, useWholeLibrary: podcastId === null } }),
      ),
    onSuccess: ({ questions, notice }) => {
      dispatch({ type: 'generated', questions });
      if (notice) toast({ title: 'Knowledge Quiz', description: notice });
    },
    onError: (error) => {
      dispatch({ type: 'failed' });
      toast({
        title: 'Error',
        description: wordsOf(error, 'Failed to generate quiz'),
        variant: 'destructive',
      });
    },
  });
  const submission = useMutation({
    mutationFn: (result: QuizSubmit) => readReply(api.quiz.submit.$post({ json: result })),
    onError: () => {
      toast({
        title: 'Error',
        description: 'Failed to submit quiz results',
        variant: 'destructive',
      });
    },
  });

  const generate = (podcastId: string | null) => {
    dispatch({ type: 'generate' });
    generation.mutate(podcastId);
  };
  const next = () => {
    dispatch({ type: 'next' });
    if (state.phase !== 'question' || !state.isSubmitted) return;
    const totalQuestions = state.questions.length;
    if (state.index + 1 === totalQuestions) {
      const { answers } = state;
      const quizId = generation.data?.id;
      submission.mutate({ score: scoreOf(answers), totalQuestions, quizId, answers });
    }
  };
  return {
    state,
    generate,
    next,
    select: (option: number) => dispatch({ type: 'select', option }),
    submit: () => dispatch({ type: 'submit' }),
    restart: () => dispatch({ type: 'restart' }),
  };
}
