/** Hooks that call the server: quizzes, insights being generated, retried feeds. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import { noteInsight, useIsGenerating } from '../../../web/features/episodes/insight-progress.ts';
import { useFeedRetry } from '../../../web/features/episodes/use-feed-retry.ts';
import { useQuiz } from '../../../web/features/quiz/use-quiz.ts';
import { entriesQuery } from '../../../web/features/review/queries.ts';
import type { RenderedHook } from '../../support/render-hook.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';
import { stubStorage } from './stub-storage.ts';

beforeEach(() => {
  stubStorage();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const question = (text: string, correctAnswerIndex: number): QuizQuestion => ({
  question: text,
  options: ['a', 'b', 'c', 'd'],
  correctAnswerIndex,
  explanation: 'Because.',
});
const QUIZ = { id: 'quiz', questions: [question('One?', 1), question('Two?', 0)] };
const GENERATE = 'POST /api/quiz/generate';
const SUBMIT = 'POST /api/quiz/submit';
const ANSWERS = 'POST /api/quiz/answers';

describe('a quiz', () => {
  type Rendered = Pick<RenderedHook<unknown, unknown>, 'unmount'> & {
    hook: () => ReturnType<typeof useQuiz>;
  };
  const answer = async ({ hook }: Rendered, option: number) => {
    await run(() => hook().select(option));
    await run(() => hook().submit());
    await run(() => hook().next());
  };

  test('sends its result once, after the last question', async () => {
    const received = await serve({
      [GENERATE]: [{ body: QUIZ }],
      [SUBMIT]: [{ body: {} }],
      [ANSWERS]: [{ body: {} }],
    });
    const quiz = renderWithToasts(() => useQuiz('sent'));
    await run(() => quiz.hook().generate(null));
    await until(() => expect(quiz.hook().state.phase).toBe('question'));
    await answer(quiz, 1);
    await answer(quiz, 3);
    await until(() => expect(received).toHaveLength(3));
    expect(received).toMatchObject([
      { call: GENERATE, body: { podcastId: null, useWholeLibrary: true } },
      { call: SUBMIT, idempotencyKey: 'quiz' },
      { call: ANSWERS, body: { quizId: 'quiz' } },
    ]);
    expect(received[1]?.body).toEqual({ score: 1, totalQuestions: 2 });
    expect(quiz.hook().state).toMatchObject({ phase: 'results', score: 1 });
    quiz.unmount();
  });

  test('loads again what is in review if that was still loading when the result was stored', async () => {
    const stale = Promise.withResolvers<void>();
    await serve({
      [GENERATE]: [{ body: QUIZ }],
      [SUBMIT]: [{ body: {} }],
      [ANSWERS]: [{ body: {} }],
      'GET /api/user/reviews': [
        { body: { items: [] }, after: stale.promise },
        { body: { items: [{ id: 'item', kind: 'question', sourceId: 'one' }] } },
      ],
    });
    const both = renderWithToasts(() => ({
      quiz: useQuiz('late'),
      entries: useQuery(entriesQuery),
    }));
    const quiz = { hook: () => both.hook().quiz, unmount: both.unmount };
    await run(() => quiz.hook().generate(null));
    await until(() => expect(quiz.hook().state.phase).toBe('question'));
    await answer(quiz, 0);
    await answer(quiz, 0);
    await until(() =>
      expect([...(both.hook().entries.data ?? [])]).toEqual([['question one', 'item']]),
    );
    stale.resolve();
    both.unmount();
  });

  test('keeps the results on screen if they could not be sent, says so, and sends them again', async () => {
    const received = await serve({
      [GENERATE]: [{ body: QUIZ }],
      [SUBMIT]: [{ status: 502, body: '<h1>502</h1>' }, { body: {} }],
      [ANSWERS]: [{ status: 502, body: '' }, { body: {} }],
    });
    const quiz = renderWithToasts(() => useQuiz('unsent'));
    await run(() => quiz.hook().generate('podcast'));
    await until(() => expect(quiz.hook().state.phase).toBe('question'));
    await answer(quiz, 1);
    await answer(quiz, 0);
    await until(() => expect(quiz.said()).toBe('Failed to submit quiz results'));
    expect(quiz.hook().state).toMatchObject({ phase: 'results', score: 2 });
    await until(() => expect(quiz.hook().submitAgain).not.toBeNull());
    await run(() => quiz.hook().submitAgain?.());
    await until(() =>
      expect(received.at(-1)?.call, 'stored, but its answers are not').toBe(ANSWERS),
    );
    await until(() => expect(quiz.hook().submitAgain).not.toBeNull());
    await run(() => quiz.hook().submitAgain?.());
    await until(() => expect(quiz.hook().submitAgain).toBeNull());
    const [first, ...more] = received.filter(({ call }) => call === SUBMIT);
    expect(more).toEqual([first, first]);
    const [answers, ...moreAnswers] = received.filter(({ call }) => call === ANSWERS);
    expect(moreAnswers).toEqual([answers]);
    quiz.unmount();
  });

  test('whose reply was lost is the same one when it is asked for again', async () => {
    const received = await serve({ [GENERATE]: [{ status: 502, body: '' }, { body: QUIZ }] });
    const quiz = renderWithToasts(() => useQuiz('lost'));
    await run(() => quiz.hook().generate('podcast'));
    await until(() => expect(quiz.said()).toBe('Failed to generate quiz'));
    await run(() => quiz.hook().generate('podcast'));
    await until(() => expect(quiz.hook().state.phase).toBe('question'));
    const [first, again] = received;
    expect(first?.idempotencyKey).toBeDefined();
    expect(again).toEqual(first);
    quiz.unmount();
  });

  test('that comes back without questions says so and returns to its setup', async () => {
    await serve({ [GENERATE]: [{ body: { id: 'quiz', questions: [] } }] });
    const quiz = renderWithToasts(() => useQuiz('empty'));
    await run(() => quiz.hook().generate(null));
    await until(() => expect(quiz.said()).toMatch(/^The quiz came back without questions/));
    expect(quiz.hook().state.phase).toBe('setup');
    quiz.unmount();
  });

  test('survives a reload in the middle', async () => {
    await serve({ [GENERATE]: [{ body: QUIZ }] });
    const quiz = renderWithToasts(() => useQuiz('reloaded'));
    await run(() => quiz.hook().generate(null));
    await until(() => expect(quiz.hook().state.phase).toBe('question'));
    await run(() => quiz.hook().select(2));
    quiz.unmount();
    const reloaded = renderWithToasts(() => useQuiz('reloaded'));
    expect(reloaded.hook().state).toMatchObject({ phase: 'question', index: 0, selected: 2 });
    reloaded.unmount();
  });
});

describe('an insight being generated', () => {
  test('announces its end to whoever awaited it', async () => {
    const client = new QueryClient();
    const insight = renderWithToasts(() => useIsGenerating('episode'), client);
    await run(() => noteInsight(client, 'episode', 'asked'));
    expect(insight.hook()).toBe(true);
    await run(() => noteInsight(client, 'episode', 'done'));
    expect(insight.hook()).toBe(false);
    expect(insight.said()).toBe('Insights generated successfully');
    insight.unmount();
  });

  test('that fails says why, if there is something to do', async () => {
    const client = new QueryClient();
    const shown = renderWithToasts(() => null, client);
    await run(() => noteInsight(client, 'full', 'asked'));
    await run(() => noteInsight(client, 'full', 'failed', 'Delete some first.'));
    expect(shown.said()).toBe('Delete some first.');
    shown.unmount();
  });

  test('that nobody awaited is not announced', async () => {
    const client = new QueryClient();
    const insight = renderWithToasts(() => useIsGenerating('episode'), client);
    const before = insight.said();
    await run(() => noteInsight(client, 'episode', 'failed'));
    expect(insight.hook()).toBe(false);
    expect(insight.said()).toBe(before);
    insight.unmount();
  });
});

test("a feed's retry shows the server's reason if it fails", async () => {
  const refresh = 'POST /api/podcasts/podcast/refresh';
  const error = 'The feed could not be reached';
  await serve({ [refresh]: [{ status: 422, body: { error } }] });
  const retry = renderWithToasts(() => useFeedRetry('podcast'));
  await run(() => retry.hook().mutate());
  await until(() => expect(retry.said()).toContain(error));
  retry.unmount();
});
