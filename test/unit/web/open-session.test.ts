/** How a conversation opens, and what is said where it cannot. */
import { expect, test } from 'vitest';
import type { ChatSessionInit } from '../../../schema/wire/insights.ts';
import { ApiError } from '../../../web/api/client.ts';
import {
  OPENING_STEPS,
  type OpeningStep,
  openSession,
  SOURCE_STEPS,
} from '../../../web/features/chat/open-session.ts';

const initOf = (id: string) => ({ data: { session: { id } } }) as ChatSessionInit;

/** The steps that were taken, as the dialog says them, and what came of it. */
async function open(
  createSession: () => Promise<ChatSessionInit>,
  fetchTranscript: () => Promise<unknown> = async () => 'said',
) {
  const steps: string[] = [];
  const onStep = (step: OpeningStep) => void steps.push(OPENING_STEPS[step]);
  const result = await openSession({ fetchTranscript, createSession }, onStep).catch(
    (error: unknown) => error,
  );
  return { steps, result };
}

const STEPS = [
  'Preparing to fetch transcript',
  'Fetching podcast transcript',
  'Preparing chat session',
  'Initializing chat session',
];

test('the transcript is fetched first, then the session, and each step is shown', async () => {
  const { steps, result } = await open(async () => initOf('s'));
  expect(steps).toEqual(STEPS);
  expect(result).toMatchObject({ id: 's', initialInsight: null });
});

test('the conversation opens without a transcript, too', async () => {
  const { steps, result } = await open(
    async () => initOf('s'),
    () => Promise.reject(new ApiError(404, 'none')),
  );
  expect(steps).toEqual(STEPS);
  expect(result).toMatchObject({ id: 's', initialInsight: null });
});

test.each([
  ["the server's error", new ApiError(409, '409: busy', 'Too busy.'), 'Too busy.', false],
  [
    "'Failed to initialize chat session' where there is none",
    new ApiError(502, '502: Bad Gateway', ''),
    'Failed to initialize chat session',
    false,
  ],
  [
    "'You need to be logged in…' for a 401",
    new ApiError(401, '401'),
    'You need to be logged in to use this feature. Please log in and try again.',
    true,
  ],
])('a session that is refused says %s', async (_, error, message, isLoggedOut) => {
  const { result } = await open(() => Promise.reject(error));
  expect(result).toMatchObject({ message, isLoggedOut });
});

test("a session without an id says 'Session initialization failed'", async () => {
  const { result } = await open(async () => initOf(''));
  expect(result).toMatchObject({ message: 'Session initialization failed', isLoggedOut: false });
});

test('a source is read, and nothing of it is called a podcast', () => {
  expect(Object.values(SOURCE_STEPS).join(' ')).not.toMatch(/podcast|transcript|episode/i);
});
