/** Writes one answer, from the question to its last piece. */
import type { Assistant, AssistantEpisode, Exchange, Reader } from '../assistant/assistant.ts';
import { answerWriter } from '../assistant/markdown.ts';
import type { ReplyStream } from './reply-stream.ts';

/** What an answer is made from. */
export interface AnswerMaterial {
  episode: AssistantEpisode;
  reader: Reader;
}

/** An answer in progress. */
export interface Writing {
  id: string;
  question: string;
  /** Markdown. */
  text: string;
  stop: AbortController;
  /** HTTP replies that stream this answer. */
  replies: ReplyStream[];
  /** Whether the embedded assistant answered because the model failed. */
  isStandIn: boolean;
}

/** How an answer ended: complete, or stopped by the reader. */
export type AnswerEnd = 'whole' | 'stopped';

/**
 * Runs an answer and passes on each piece, as Markdown to append. Stopping takes effect at once, even
 * if the assistant is slow to notice. Throws what the assistant throws.
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
      // The race may leave this promise behind; its failure then doesn't matter.
      next.catch(() => {});
      const result = await Promise.race([next, stopped]);
      if (result === null || signal.aborted) return 'stopped';
      if (result.done) return 'whole';
      if (result.value.type === 'stand-in') onStandIn();
      const piece = write(result.value);
      if (piece !== '') onPiece(piece);
    }
  } finally {
    // Not awaited, because a generator waiting for its model only returns when the model does.
    parts.return?.().catch(() => {});
  }
}
