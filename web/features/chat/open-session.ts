import type { ChatSessionInit } from '../../../schema/wire/insights.ts';
import { ApiError, ReaderError, wordsOf } from '../../api/client.ts';
import { SIGN_IN_AGAIN } from './texts.ts';

/** What is being done while a conversation opens, in the order of it. */
export const OPENING_STEPS = {
  toTranscript: 'Preparing to fetch transcript',
  transcript: 'Fetching podcast transcript',
  toSession: 'Preparing chat session',
  session: 'Initializing chat session',
  ready: 'Ready!',
  failed: 'Failed',
} as const;

export type OpeningStep = keyof typeof OPENING_STEPS;

/** How far along each step is, in percent; the insight's own progress fills the rest. */
export const STEP_PERCENT: Record<OpeningStep, number> = {
  toTranscript: 4,
  transcript: 12,
  toSession: 28,
  session: 36,
  ready: 100,
  failed: 0,
};

/** The conversation could not be set up. `message` says why, in words for the reader. */
export class SetupError extends ReaderError {
  readonly isSignedOut: boolean;
  constructor(message: string, options: ErrorOptions & { isSignedOut?: boolean } = {}) {
    super(message, options);
    this.isSignedOut = options.isSignedOut ?? false;
  }
}

/**
 * Fetches the transcript, then asks for a session; the live connection is the caller's next step.
 *
 * @throws SetupError
 */
export async function openSession(
  deps: {
    fetchTranscript: () => Promise<unknown>;
    createSession: () => Promise<ChatSessionInit>;
  },
  onStep: (step: OpeningStep) => void,
): Promise<ChatSessionInit> {
  onStep('toTranscript');
  // Without a transcript the conversation goes on with what else is known.
  const transcript = deps.fetchTranscript().catch(() => null);
  // A step that is over within the same task is never on screen.
  await new Promise((resolve) => setTimeout(resolve));
  onStep('transcript');
  await transcript;
  onStep('toSession');
  const init = await deps.createSession().catch((error: unknown) => {
    const isSignedOut = error instanceof ApiError && error.status === 401;
    const reason = isSignedOut
      ? SIGN_IN_AGAIN
      : wordsOf(error, 'Failed to initialize chat session');
    throw new SetupError(reason, { isSignedOut, cause: error });
  });
  onStep('session');
  if (!init.data.session.id) throw new SetupError('Session initialization failed');
  return init;
}
