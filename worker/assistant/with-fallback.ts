/** A model that may fail, with the embedded kind standing in for it; the reader is told. */
import { describe, log } from '../platform/logging.ts';
import { type Assistant, AssistantError } from './assistant.ts';

/** Before what stands in for a whole answer. */
export const STAND_IN_NOTICE =
  "_The model is unavailable right now; these are the episode's own words._";
/** Between the part of an answer that came and what stands in for the rest. */
export const CUT_OFF_NOTICE = "_The model stopped here; these are the episode's own words._";

const STAND_IN_QUIZ =
  "The model is unavailable right now; these questions were made without it, from the episodes' own words.";
const STAND_IN_DIGEST =
  "The model is unavailable right now; these summaries are the episodes' own words.";

/** Whether the embedded kind wrote this because the model could not. */
export function isFallback(text: string): boolean {
  return text.startsWith(STAND_IN_NOTICE);
}

/**
 * `model`, and in its place `embedded` wherever it fails: no connection, too slow, no quota left,
 * nothing said, or not to the end. Only what the caller stopped stays stopped.
 */
export function withFallback(model: Assistant, embedded: Assistant): Assistant {
  return {
    kind: model.kind,
    model: model.model,

    async writeInsight(episode, reader, options) {
      try {
        return await model.writeInsight(episode, reader, options);
      } catch (error) {
        unlessStopped(error, options.signal);
        return `${STAND_IN_NOTICE}\n\n${await embedded.writeInsight(episode, reader, options)}`;
      }
    },

    async *answer(episode, question, earlier, reader, options) {
      let hasBegun = false;
      try {
        for await (const piece of model.answer(episode, question, earlier, reader, options)) {
          hasBegun = true;
          yield piece;
        }
      } catch (error) {
        unlessStopped(error, options.signal);
        options.onStandIn?.();
        yield hasBegun ? `\n\n${CUT_OFF_NOTICE}\n\n` : `${STAND_IN_NOTICE}\n\n`;
        yield* embedded.answer(episode, question, earlier, reader, options);
      }
    },

    async writeQuiz(episodes, count, options) {
      try {
        return await model.writeQuiz(episodes, count, options);
      } catch (error) {
        unlessStopped(error, options.signal);
        options.onNotice?.(STAND_IN_QUIZ);
        return await embedded.writeQuiz(episodes, count, options);
      }
    },

    async writeDigest(episodes, reader, options) {
      try {
        return await model.writeDigest(episodes, reader, options);
      } catch (error) {
        unlessStopped(error, options.signal);
        options.onNotice?.(STAND_IN_DIGEST);
        return await embedded.writeDigest(episodes, reader, options);
      }
    },
  };
}

function unlessStopped(error: unknown, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw error;
  const failure = error instanceof AssistantError ? error.failure : 'unknown';
  if (failure === 'aborted') throw error;
  log.warn('model_failed', { failure, error: describe(error) });
}
