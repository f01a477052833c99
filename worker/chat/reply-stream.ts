/** The streamed reply to `POST …/chat`: one JSON object per line. */
import type { ChatReplyChunk } from '../../schema/wire/chat.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { ANSWER_INTERRUPTED } from './conversation.ts';

export const NDJSON = 'application/x-ndjson';

const encoder = new TextEncoder();

function toLine(chunk: ChatReplyChunk): Uint8Array {
  return encoder.encode(`${JSON.stringify(chunk)}\n`);
}

/** Between two lines of a reply. A reader who hears nothing for longer knows that the connection is dead. */
const HEARTBEAT_MS = 5_000;

/** The last line of a reply whose object went away. */
function interrupted(sessionId: string): ChatReplyChunk {
  return {
    response: '',
    sessionId,
    streaming: true,
    done: true,
    error: 'answer_failed',
    details: ANSWER_INTERRUPTED,
  };
}

/** The writing end of an HTTP reply, fed by the Durable Object. */
export class ReplyStream {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #sessionId: string;
  readonly #questionId: string;
  #controller: ReadableByteStreamController | null = null;

  constructor(sessionId: string, questionId: string) {
    this.#sessionId = sessionId;
    this.#questionId = questionId;
    // Ignores backpressure: a slow reader delays nobody, and at most one answer is buffered for it. A
    // byte stream, because only those can cross an RPC.
    this.stream = new ReadableStream({
      type: 'bytes',
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#controller = null;
      },
    });
  }

  piece(response: string): void {
    this.#write({ response, done: false });
  }

  complete(remainingFollowUps: number): void {
    this.#write({ response: '', done: true, remainingFollowUps });
    this.#close();
  }

  fail(error: string, details: string, remainingFollowUps: number): void {
    this.#write({ response: '', done: true, error, details, remainingFollowUps });
    this.#close();
  }

  #write(chunk: Omit<ChatReplyChunk, 'sessionId' | 'id' | 'streaming'>): void {
    const names = { sessionId: this.#sessionId, id: this.#questionId };
    this.#controller?.enqueue(toLine({ ...names, streaming: true, ...chunk }));
  }

  #close(): void {
    const controller = this.#controller;
    this.#controller = null;
    controller?.close();
    // A reader waiting with its own buffer is only released by an empty response.
    controller?.byobRequest?.respond(0);
  }
}

/**
 * Passes the stream through, with an empty piece whenever nothing comes for a while. If its object goes
 * away, adds a last line that says so.
 */
export function guardReply(
  stream: ReadableStream<Uint8Array>,
  sessionId: string,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const beat = toLine({ response: '', sessionId, streaming: true, done: false });
  let last = '';
  let next: Promise<{ done: boolean; value?: Uint8Array | undefined }> | null = null;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // When an object moves, its streams may end as if complete.
      next ??= reader.read().catch(() => ({ done: true, value: undefined }));
      const came = await withTimeout(HEARTBEAT_MS, next, () => null);
      // Not inside half a line.
      if (came === null && (last === '' || last.endsWith('\n'))) return controller.enqueue(beat);
      const { done, value } = came ?? (await next);
      next = null;
      if (!done && value) {
        last = (last + decoder.decode(value, { stream: true })).split('\n').slice(-2).join('\n');
        return controller.enqueue(value);
      }
      if (!parseLines(last).at(-1)?.done)
        controller.enqueue(encoder.encode(interruptedAfter(last, sessionId)));
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Starts a new line, even after half a line. */
function interruptedAfter(text: string, sessionId: string): string {
  const end = JSON.stringify(interrupted(sessionId));
  return text === '' || text.endsWith('\n') ? `${end}\n` : `\n${end}\n`;
}

/** Returns the chunks of complete lines, ignoring half a line at the end of a broken stream. */
function parseLines(text: string): ChatReplyChunk[] {
  return text.split('\n').flatMap((line): ChatReplyChunk[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** Reads an answer to its end; `response` is its whole text. */
export async function readWholeReply(
  stream: ReadableStream<Uint8Array>,
  sessionId: string,
): Promise<ChatReplyChunk> {
  const text = await new Response(guardReply(stream, sessionId)).text();
  const chunks = parseLines(text);
  // The guard ends every stream with a last chunk.
  const last = chunks.at(-1) ?? interrupted(sessionId);
  return { ...last, response: chunks.map((chunk) => chunk.response).join('') };
}
