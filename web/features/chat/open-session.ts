import { z } from 'zod';
import { FOLLOW_UPS_PER_SESSION } from '../../../schema/limits.ts';
import { LOGIN_NEEDED } from '../../../schema/wire/chat-texts.ts';
import { ApiError, errorMessage, ReaderError } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { NO_SESSION } from './texts.ts';

/** The steps of opening a conversation, in order. */
export const OPENING_STEPS = {
  toTranscript: 'Preparing to fetch transcript',
  transcript: 'Fetching podcast transcript',
  toSession: 'Preparing chat session',
  session: 'Initializing chat session',
  ready: 'Ready!',
  failed: 'Failed',
} as const;

export type OpeningStep = keyof typeof OPENING_STEPS;

/** The same for a source, which is read rather than fetched. */
export const SOURCE_STEPS: Record<OpeningStep, string> = {
  ...OPENING_STEPS,
  toTranscript: 'Preparing to read your source',
  transcript: 'Reading your source',
};

/** Percentage reached at each step. The insight's own progress fills the rest. */
export const STEP_PERCENT: Record<OpeningStep, number> = {
  toTranscript: 4,
  transcript: 12,
  toSession: 28,
  session: 36,
  ready: 100,
  failed: 0,
};

/** The conversation could not be set up. The message tells the reader why. */
export class SetupError extends ReaderError {
  readonly isLoggedOut: boolean;
  constructor(message: string, options: ErrorOptions & { isLoggedOut?: boolean } = {}) {
    super(message, options);
    this.isLoggedOut = options.isLoggedOut ?? false;
  }

  /** Whether there is no such episode. */
  get isNotFound(): boolean {
    return this.cause instanceof ApiError && this.cause.status === 404;
  }

  /** What to say where an insight was asked for; undefined if nothing beyond that it failed. */
  get refusal(): string | undefined {
    return this.cause === undefined ? this.message : refusalMessage(this.cause, '') || undefined;
  }
}

/** @throws SetupError with what to say about a failed call */
export function throwSetupError(error: unknown): never {
  const isLoggedOut = error instanceof ApiError && error.status === 401;
  const reason = isLoggedOut ? LOGIN_NEEDED : errorMessage(error, NO_SESSION);
  throw new SetupError(reason, { isLoggedOut, cause: error });
}

/** The session in a reply to `POST …/insights`, whatever shape the reply has. */
export interface OpenedSession {
  id: string;
  remainingFollowUps: number;
  initialInsight: string | null;
  insightStatus: 'none' | 'queued' | 'done';
  episodeTitle: string | null;
}

const sessionSchema = z.object({
  id: z.string().min(1),
  remainingFollowUps: z.number().int().optional().catch(undefined),
});
const text = z.string().nullish().catch(null);
const replySchema = z.object({
  id: z.string().min(1).optional().catch(undefined),
  session: sessionSchema.optional().catch(undefined),
  remainingFollowUps: z.number().int().optional().catch(undefined),
  initialInsight: text,
  data: z
    .object({
      session: sessionSchema.optional().catch(undefined),
      initialInsight: text,
      insightStatus: z.enum(['none', 'queued', 'done']).optional().catch(undefined),
      episode: z.object({ title: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** The id is at `data.session.id`, `session.id` or `id`. Returns null if it is at none of them. */
export function readSessionReply(reply: unknown): OpenedSession | null {
  const { data: found } = replySchema.safeParse(reply);
  const session = found?.data?.session ?? found?.session;
  const id = session?.id ?? found?.id;
  if (!found || id === undefined) return null;
  const initialInsight = found.data?.initialInsight ?? found.initialInsight ?? null;
  return {
    id,
    remainingFollowUps:
      found.remainingFollowUps ?? session?.remainingFollowUps ?? FOLLOW_UPS_PER_SESSION,
    initialInsight,
    insightStatus: found.data?.insightStatus ?? (initialInsight === null ? 'none' : 'done'),
    episodeTitle: found.data?.episode?.title ?? null,
  };
}

/**
 * Fetches the transcript and creates a session. The caller then opens the live connection.
 *
 * @throws SetupError
 */
export async function openSession(
  deps: {
    fetchTranscript: () => Promise<unknown>;
    createSession: () => Promise<unknown>;
  },
  onStep: (step: OpeningStep) => void,
): Promise<OpenedSession> {
  onStep('toTranscript');
  // Without a transcript the conversation continues with what else is known about the episode.
  const transcript = deps.fetchTranscript().catch(() => null);
  // Yields to the browser: a step that ends within the same task would never be painted.
  await new Promise((resolve) => setTimeout(resolve));
  onStep('transcript');
  await transcript;
  onStep('toSession');
  const reply = await deps.createSession().catch(throwSetupError);
  onStep('session');
  const opened = readSessionReply(reply);
  if (opened === null) throw new SetupError('Session initialization failed');
  return opened;
}
