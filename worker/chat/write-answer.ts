/** One answer, from the question to its last piece. */
import type { Assistant, AssistantEpisode, Exchange, Reader } from '../assistant/assistant.ts';
import { answerWriter } from '../assistant/markdown.ts';
import type { ReplyStream } from './reply-stream.ts';

/** What an answer is made from. */
export interface AnswerMaterial {
  episode: AssistantEpisode;
  reader: Reader;
}

/** An answer in the making. */
export interface Writing {
  id: string;
  question: string;
  /** Markdown. */
  text: string;
  stop: AbortController;
  /** Those who asked over HTTP and read along. */
  replies: ReplyStream[];
  /** The model failed, and another answered in its place. */
  isStandIn: boolean;
}

/** How an answer ended: whole, or stopped by the reader with what had come. */
export type AnswerEnd = 'whole' | 'stopped';

/**
 * Runs an answer and hands on each piece, as Markdown to append. Stopping ends it at once, even
 * where the assistant is slow to notice. Throws what the assistant throws.
 */
export async function writeAnswer(
  assistant: Assistant,
  load: () => Promise<AnswerMaterial>,
  question: string,
  earlier: Exchange[],
  options: { signal: AbortSignal; onPiece: (piece: string) => void; onStandIn: () => void },
): Promise<AnswerEnd> {
  const { signal, onPiece, onStandIn } = options;
  const stopped = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  const material = await Promise.race([load(), stopped]);
  if (material === null) return 'stopped';
  const { episode, reader } = material;
  const write = answerWriter(episode.lines);
  const parts = assistant
    .answer(episode, question, earlier, reader, { signal })
    [Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = parts.next();
      // The race may leave it behind; its failure then concerns nobody.
      next.catch(() => {});
      const result = await Promise.race([next, stopped]);
      if (result === null || signal.aborted) return 'stopped';
      if (result.done) return 'whole';
      if (result.value.type === 'stand-in') onStandIn();
      const piece = write(result.value);
      if (piece !== '') onPiece(piece);
    }
  } finally {
    // Not awaited: a generator that waits for its model returns only when the model does.
    parts.return?.().catch(() => {});
  }
}
