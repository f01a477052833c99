/** Measures the time to an answer's first piece in three ways, in milliseconds. */
import type { ServerEvent } from '../../../schema/wire/chat.ts';
import type { Conversation } from './product.ts';

/** Node's WebSocket; the visible types are those of Workers, which send no headers. */
const NodeWebSocket = WebSocket as unknown as new (
  url: URL,
  options: { headers: Record<string, string> },
) => WebSocket;

const QUESTION = 'What do they say about money and time?';

/** Asks one question over HTTP and reads the whole answer. */
export async function overHttp(url: URL, conversation: Conversation): Promise<number> {
  const { episodeId, sessionId, cookie } = conversation;
  const from = performance.now();
  const reply = await fetch(new URL(`/api/podcasts/episodes/${episodeId}/chat`, url), {
    method: 'POST',
    headers: { cookie, 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
    body: JSON.stringify({ message: QUESTION, sessionId }),
  });
  return firstOf(reply, from, /"response":"[^"]/);
}

/** Sends the model the product's request directly. */
export async function direct(origin: string, body: string): Promise<number> {
  const from = performance.now();
  const reply = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  // A whole line, because nothing can be checked before.
  return firstOf(reply, from, /"content":"[^\n]*?\\n"/);
}

async function firstOf(reply: Response, from: number, piece: RegExp): Promise<number> {
  if (!reply.ok || !reply.body) throw new Error(`answered ${reply.status}: ${await reply.text()}`);
  let first: number | null = null;
  let text = '';
  for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (first === null && piece.test(text)) first = performance.now() - from;
  }
  if (first === null) throw new Error(`no answer came: ${text.slice(0, 300)}`);
  return first;
}

/** An open conversation; `ask` resolves with the time to the first piece once the answer is whole. */
export interface OpenSocket {
  ask: () => Promise<number>;
  close: () => void;
}

export async function openSocket(url: URL, conversation: Conversation): Promise<OpenSocket> {
  const address = new URL(`/ws?sessionId=${conversation.sessionId}`, url);
  address.protocol = 'ws:';
  const socket = new NodeWebSocket(address, { headers: { cookie: conversation.cookie } });
  let hear: (event: ServerEvent) => void = () => {};
  socket.addEventListener('message', ({ data }) => hear(JSON.parse(String(data))));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('a socket failed')));
    hear = () => resolve();
  });
  return {
    close: () => socket.close(),
    ask: () =>
      new Promise((resolve, reject) => {
        const from = performance.now();
        let first = Number.NaN;
        hear = (event) => {
          if (event.type === 'chat_error') reject(new Error(event.message));
          if (event.type !== 'chat_message' || event.message.role !== 'assistant') return;
          if (Number.isNaN(first)) first = performance.now() - from;
          if (event.message.isComplete) resolve(first);
        };
        socket.send(JSON.stringify({ type: 'chat', message: QUESTION }));
      }),
  };
}
