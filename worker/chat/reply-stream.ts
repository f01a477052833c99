/** The streamed reply to `POST …/chat`: one JSON object a line. */
import type { ChatReplyChunk } from '../../schema/wire/chat.ts';
import { ANSWER_INTERRUPTED } from './conversation.ts';

export const NDJSON = 'application/x-ndjson';

const encoder = new TextEncoder();

function toLine(chunk: ChatReplyChunk): Uint8Array {
  return encoder.encode(`${JSON.stringify(chunk)}\n`);
}

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

/** The end of one HTTP stream at which the Durable Object feeds an answer in. */
export class ReplyStream {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #sessionId: string;
  #controller: ReadableByteStreamController | null = null;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
    // Fed without asking whether the reader keeps up: a slow one holds nobody up, and what it has
    // yet to read is one answer at most. Of bytes, since no other stream crosses an RPC.
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

  #write(chunk: Omit<ChatReplyChunk, 'sessionId' | 'streaming'>): void {
    this.#controller?.enqueue(toLine({ sessionId: this.#sessionId, streaming: true, ...chunk }));
  }

  #close(): void {
    const controller = this.#controller;
    this.#controller = null;
    controller?.close();
    // A reader that waits with its own buffer is let go only by an answer of nothing.
    controller?.byobRequest?.respond(0);
  }
}

/** The same stream, which ends in a line that says so where the object behind it went away. */
export function guardReply(
  stream: ReadableStream<Uint8Array>,
  sessionId: string,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        controller.enqueue(toLine(interrupted(sessionId)));
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Reads an answer to its end; `response` is the whole of it. */
export async function readWholeReply(
  stream: ReadableStream<Uint8Array>,
  sessionId: string,
): Promise<ChatReplyChunk> {
  const text = await new Response(guardReply(stream, sessionId)).text();
  const chunks = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ChatReplyChunk => JSON.parse(line));
  const last = chunks.at(-1);
  if (!last?.done) return interrupted(sessionId);
  return { ...last, response: chunks.map((chunk) => chunk.response).join('') };
}
