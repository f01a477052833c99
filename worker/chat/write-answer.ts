/** Writes one answer, from the question to its last piece. */
import { writerAcross } from '../assistant/across.ts';
import type { Assistant, AssistantEpisode, Exchange, Reader } from '../assistant/assistant.ts';
import type { AnswerPart } from '../assistant/evidence.ts';
import { type AnswerWriter, answerWriter } from '../assistant/markdown.ts';
import type { ReplyStream } from './reply-stream.ts';

/** What an answer is made from: the conversation's episode, or those that match the question. */
export type AnswerMaterial = {
  reader: Reader;
  /** Set if this was true a moment ago. Returns what is true now; null if that is the same. */
  newer?: () => Promise<AnswerMaterial | null>;
} & ({ episode: AssistantEpisode } | { episodes: AssistantEpisode[] });

/** An answer in progress. */
export interface Writing {
  id: string;
  question: string;
  /** Markdown. */
  text: string;
  stop: AbortController;
  /** HTTP replies that stream this answer. */
  replies: ReplyStream[];
  /** Whether it doesn't use up a question: the model failed, or the transcript could not be read. */
  isFree: boolean;
}

/** The work for an answer besides asking its model, which comes first. */
export interface Bookkeeping {
  /** Resolves when it is due: storing the question, and reading the material again. */
  due: Promise<void>;
  /** Resolves once the question is stored. Nothing is passed on before. */
  stored: Promise<void>;
  /** Makes it due now. */
  startNow: () => void;
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
  options: Bookkeeping & {
    signal: AbortSignal;
    onPiece: (piece: string) => void;
    onFree: () => void;
  },
): Promise<AnswerEnd> {
  const { signal, due, stored, startNow, onPiece, onFree } = options;
  const stopped = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  const begin = (from: AnswerMaterial) =>
    begunAnswer(signal, (stop) => startAnswer(assistant, from, { question, earlier }, stop));
  let answer: ReturnType<typeof begin> | null = null;
  try {
    let material = await Promise.race([load(), stopped]);
    if (material === null) return 'stopped';
    answer = begin(material);
    Promise.race([answer.next, stopped]).then(startNow, startNow);
    const { newer: readAgain } = material;
    const newer = await Promise.race([due.then(() => readAgain?.()), stopped]);
    await stored;
    if (newer && !signal.aborted) {
      answer.end();
      material = newer;
      answer = begin(material);
    }
    if ('episode' in material && material.episode.isTemporary) onFree();
    for (;;) {
      const result = await Promise.race([answer.next, stopped]);
      if (result === null || signal.aborted) return 'stopped';
      const { writer } = answer;
      if (result.done) {
        const end = writer.end();
        if (end !== '') onPiece(end);
        return 'whole';
      }
      if (result.value.type === 'stand-in') onFree();
      const piece = writer.write(result.value);
      if (piece !== '') onPiece(piece);
      answer.advance();
    }
  } finally {
    answer?.end();
    startNow();
    await stored;
  }
}

/** An answer whose first part has been requested. */
function begunAnswer(signal: AbortSignal, start: (signal: AbortSignal) => StartedAnswer) {
  const stop = new AbortController();
  const { writer, stream } = start(AbortSignal.any([signal, stop.signal]));
  const parts = stream[Symbol.asyncIterator]();
  const request = () => {
    const next = parts.next();
    // A race may leave this promise behind; its failure then doesn't matter.
    next.catch(() => {});
    return next;
  };
  const answer = {
    writer,
    next: request(),
    advance: () => {
      answer.next = request();
    },
    end: () => {
      stop.abort();
      // Not awaited, because a generator waiting for its model only returns when the model does.
      parts.return?.().catch(() => {});
    },
  };
  return answer;
}

interface StartedAnswer {
  writer: AnswerWriter;
  stream: AsyncIterable<AnswerPart>;
}

function startAnswer(
  assistant: Assistant,
  material: AnswerMaterial,
  { question, earlier }: { question: string; earlier: Exchange[] },
  signal: AbortSignal,
): StartedAnswer {
  const { reader } = material;
  if ('episode' in material) {
    const { episode } = material;
    return {
      writer: { write: answerWriter(episode.lines), end: () => '' },
      stream: assistant.answer(episode, question, earlier, reader, { signal }),
    };
  }
  const { episodes } = material;
  return {
    writer: writerAcross(episodes, new Date()),
    stream: assistant.answerAcross(episodes, question, earlier, reader, { signal }),
  };
}
