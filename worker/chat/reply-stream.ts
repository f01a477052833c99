/** The streamed reply to `POST …/chat`: one JSON object a line. */
import type { ChatReplyChunk } from '../../schema/wire/chat.ts';
import { ANSWER_INTERRUPTED } from './conversation.ts';

export const NDJSON = 'application/x-ndjson';

const encoder = new TextEncoder();

function toLine(chunk: ChatReplyChunk): Uint8Array {
  return encoder.encode(`${JSON.stringify(chunk)}\n`);
}

/** The end of a reply whose object went away. */
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
  readonly #questionId: string;
  #controller: ReadableByteStreamController | null = null;

  constructor(sessionId: string, questionId: string) {
    this.#sessionId = sessionId;
    this.#questionId = questionId;
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

  #write(chunk: Omit<ChatReplyChunk, 'sessionId' | 'id' | 'streaming'>): void {
    const names = { sessionId: this.#sessionId, id: this.#questionId };
    this.#controller?.enqueue(toLine({ ...names, streaming: true, ...chunk }));
  }

  #close(): void {
    const controller = this.#controller;
    this.#controller = null;
    controller?.close();
    // A reader that waits with its own buffer is let go only by an answer of nothing.
    controller?.byobRequest?.respond(0);
  }
}

/** The same stream; where the object behind it went away, its last line says so. */
export function guardReply(
  stream: ReadableStream<Uint8Array>,
  sessionId: string,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let last = '';
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // An object that is moved may end its streams as if all had been said.
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
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

/** On a line of its own, even after half of one. */
function interruptedAfter(text: string, sessionId: string): string {
  const end = JSON.stringify(interrupted(sessionId));
  return text === '' || text.endsWith('\n') ? `${end}\n` : `\n${end}\n`;
}

/** The chunks of whole lines; half of one at the end of a stream that broke is none. */
function parseLines(text: string): ChatReplyChunk[] {
  return text.split('\n').flatMap((line): ChatReplyChunk[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** Reads an answer to its end; `response` is the whole of it. */
export async function readWholeReply(
  stream: ReadableStream<Uint8Array>,
  sessionId: string,
): Promise<ChatReplyChunk> {
  const text = await new Response(guardReply(stream, sessionId)).text();
  const chunks = parseLines(text);
  const last = chunks.at(-1);
  if (!last?.done) return interrupted(sessionId);
  return { ...last, response: chunks.map((chunk) => chunk.response).join('') };
}
