/** Falls back to the embedded assistant when a model fails, and tells the reader. */
import { describeError, log } from '../../platform/logging.ts';
import { type Assistant, AssistantError, type Written } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';

/**
 * Uses `model`, and `embedded` whenever that fails: no connection, too slow, no quota, no valid
 * statement, or a broken reply. An abort by the caller is not replaced.
 */
export function withFallback(model: Assistant, embedded: Assistant): Assistant {
  return {
    kind: model.kind,
    model: model.model,

    writeInsight: (episode, reader, options) =>
      either(options.signal, 'insight', (assistant) =>
        assistant.writeInsight(episode, reader, options),
      ),

    answer: (episode, question, earlier, reader, options) =>
      eitherStream(options.signal, 'answer', (assistant) =>
        assistant.answer(episode, question, earlier, reader, options),
      ),

    answerAcross: (episodes, question, earlier, reader, options) =>
      eitherStream(options.signal, 'answer-across', (assistant) =>
        assistant.answerAcross(episodes, question, earlier, reader, options),
      ),

    writeQuiz: (episodes, count, options) =>
      either(options.signal, 'quiz', (assistant) => assistant.writeQuiz(episodes, count, options)),

    writeDigest: (episodes, reader, options) =>
      either(options.signal, 'digest', (assistant) =>
        assistant.writeDigest(episodes, reader, options),
      ),
  };

  async function* eitherStream(
    signal: AbortSignal | undefined,
    task: string,
    answer: (assistant: Assistant) => AsyncIterable<AnswerPart>,
  ): AsyncGenerator<AnswerPart> {
    let hasBegun = false;
    try {
      for await (const part of answer(model)) {
        hasBegun = true;
        yield part;
      }
    } catch (error) {
      unlessStopped(error, signal, task);
      yield { type: 'stand-in', hasBegun };
      yield* answer(embedded);
    }
  }

  async function either<Result>(
    signal: AbortSignal | undefined,
    task: string,
    write: (assistant: Assistant) => Promise<Written<Result>>,
  ): Promise<Written<Result>> {
    try {
      return await write(model);
    } catch (error) {
      unlessStopped(error, signal, task);
      return { ...(await write(embedded)), isStandIn: true };
    }
  }
}

function unlessStopped(error: unknown, signal: AbortSignal | undefined, task: string): void {
  if (signal?.aborted) throw error;
  const failure = error instanceof AssistantError ? error.failure : 'unknown';
  log.warn('model_failed', { task, failure, error: describeError(error) });
}
