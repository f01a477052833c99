import { ApiError, errorOf, isForReaders } from '../../api/client.ts';
import { postQuestion } from './calls.ts';
import type { Question } from './conversation-state.ts';
import { readNdjson } from './ndjson.ts';
import { parseReplyChunk } from './reply-chunk.ts';

const NO_ANSWER = 'The answer could not be written. Please try again.';
const CUT_OFF = 'The answer was cut off. Please try again.';
const SILENT = 'The server stopped answering. Please try again.';

/** An error whose message is shown to the reader. */
export class AskError extends Error {
  readonly isLoggedOut: boolean;
  /** The connection is to blame. */
  readonly isLost: boolean;
  /** The server may have got the question, and may answer it yet. */
  readonly mayHaveArrived: boolean;
  constructor(
    message: string,
    how: Partial<Pick<AskError, 'isLoggedOut' | 'isLost' | 'mayHaveArrived'>> = {},
  ) {
    super(message);
    this.isLoggedOut = how.isLoggedOut ?? false;
    this.isLost = how.isLost ?? false;
    this.mayHaveArrived = how.mayHaveArrived ?? this.isLost;
  }
}

export interface HttpAnswer {
  answer: string;
  /** Null if the server doesn't say. */
  remainingFollowUps: number | null;
}

/** The server sends something every five seconds, so the connection is dead by then. */
const SILENT_MS = 15_000;

/**
 * Asks a question over HTTP when there is no socket. Gives up when the server falls silent.
 *
 * @param onAnswer called with the whole answer so far each time more arrives
 * @throws AskError; whatever aborting throws
 */
export async function askOverHttp(
  asked: { episodeId: string | null; sessionId: string; question: Question },
  onAnswer: (answer: string) => void,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_MS);
  };
  try {
    heard();
    const response = await postQuestion(asked, AbortSignal.any([signal, silence.signal]));
    if (!response.ok || response.body === null) throw await askErrorOf(response);
    onAnswer('');
    return await readAnswer(response.body, (answer) => {
      heard();
      onAnswer(answer);
    });
  } catch (error) {
    if (error instanceof AskError || signal.aborted) throw error;
    if (error instanceof ApiError && error.userMessage !== '') throw lost(error.userMessage);
    throw lost(silence.signal.aborted ? SILENT : CUT_OFF);
  } finally {
    clearTimeout(timer);
  }
}

async function askErrorOf(response: Parameters<typeof errorOf>[0]): Promise<AskError> {
  const { status, userMessage, details } = await errorOf(response);
  if (status === 401) return new AskError(userMessage, { isLoggedOut: true });
  const reason = userMessage === '' ? `Server error: ${status}` : userMessage;
  // The server says so of an answer that failed. Anything else may be a proxy's, or come after the question.
  const mayHaveArrived = status >= 500 && details.error !== 'bad_gateway';
  return problem(reason, { mayHaveArrived });
}

async function readAnswer(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onAnswer: (answer: string) => void,
): Promise<HttpAnswer> {
  let answer = '';
  let remainingFollowUps: number | null = null;
  let isComplete = false;
  try {
    for await (const line of readNdjson(body)) {
      const chunk = parseReplyChunk(line);
      if (chunk === null) throw problem('The answer could not be read.');
      if (chunk.error !== null) {
        const said = [chunk.details, chunk.error].find((text) => text && isForReaders(text));
        throw new AskError(`Sorry, there was an error: ${said ?? NO_ANSWER}`);
      }
      answer += chunk.response;
      remainingFollowUps = chunk.remainingFollowUps ?? remainingFollowUps;
      isComplete ||= chunk.isLast;
      if (!isComplete) onAnswer(answer);
    }
  } catch (error) {
    // The answer is complete; an unreadable line after it doesn't matter.
    if (!isComplete) throw error;
  }
  if (!isComplete) throw lost(CUT_OFF);
  return { answer, remainingFollowUps };
}

function problem(reason: string, how: ConstructorParameters<typeof AskError>[1] = {}): AskError {
  return new AskError(`Sorry, there was a problem processing your question: ${reason}`, how);
}

const lost = (reason: string) => problem(reason, { isLost: true });
