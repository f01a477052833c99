import type { ServerEvent } from '../../../schema/wire/chat.ts';
import { errorOf } from '../../api/client.ts';
import { postQuestion } from './calls.ts';
import { readNdjson } from './ndjson.ts';
import { replyChunkSchema } from './reply-chunk.ts';
import { SIGN_IN_AGAIN } from './texts.ts';

/**
 * Asks where no socket is to be had, and tells of the answer as the socket would.
 *
 * @throws Error whose message is the text to show
 */
export async function askOverHttp(
  asked: { episodeId: string; sessionId: string; question: string },
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const id = crypto.randomUUID();
  const tell = (content: string, isComplete: boolean, remainingFollowUps?: number) =>
    onEvent({
      type: 'chat_message',
      message: { id, role: 'assistant', content, isPartial: !isComplete, isComplete },
      remainingFollowUps,
    });
  let answer = '';
  let isComplete = false;
  try {
    const response = await postQuestion(asked, signal);
    if (response.status === 401) throw new ShownError(SIGN_IN_AGAIN);
    if (!response.ok || response.body === null) {
      const { told } = await errorOf(response);
      throw new Error(told === '' ? `Server error: ${response.status}` : told);
    }
    onEvent({ type: 'chat_message', message: questionMessage(id, asked.question) });
    for await (const line of readNdjson(response.body)) {
      const chunk = replyChunkSchema.parse(line);
      if (chunk.error !== undefined) {
        throw new ShownError(`Sorry, there was an error: ${chunk.details ?? chunk.error}`);
      }
      answer += chunk.response;
      isComplete = chunk.done || !chunk.streaming;
      tell(isComplete ? answer : chunk.response, isComplete, chunk.remainingFollowUps);
    }
    if (!isComplete) throw new Error('The answer was cut off');
  } catch (error) {
    // The answer is there; what came after it could not be read, and nobody misses it.
    if (isComplete) return;
    if (error instanceof ShownError || signal.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Sorry, there was a problem processing your question: ${reason}`);
  }
}

/** Its message is shown as it is. */
class ShownError extends Error {}

function questionMessage(id: string, content: string) {
  return {
    id: `${id}:question`,
    role: 'user' as const,
    content,
    isPartial: false,
    isComplete: true,
  };
}
