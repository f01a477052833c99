/**
 * A model server as Ollama, LM Studio or vLLM are: the chat completions of OpenAI's API over real
 * HTTP, streamed, whole and structured. The model's name says how it behaves; what stands behind a
 * colon only tells one test's requests from another's (`stalls:3f2a`).
 *
 * `GET /requests/{model}` tells what that model was asked, oldest first.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type LoopbackServer, listenOnLoopback } from './loopback-server.ts';
import {
  answerFrom,
  digestFrom,
  insightFrom,
  type ModelRequest,
  notesFrom,
  quizFrom,
} from './model-words.ts';

type Scenario =
  /** Answers from the transcript it was given, with true citations and one that is invented. */
  | 'answers'
  /** 500 */
  | 'fails'
  /** 429 */
  | 'quota'
  /** Accepts the request and never says a word. */
  | 'stalls'
  /** Says a few words, then nothing more. */
  | 'stalls-midway'
  /** Ends the connection after a few words. */
  | 'breaks-midway'
  /** Ends well, having said nothing. */
  | 'empty'
  /** What it sends is not what the API promises, and its JSON is none. */
  | 'nonsense'
  /** Its first JSON is broken, the one it is asked to mend is right. */
  | 'repairs'
  /** Stops in the middle of a sentence: `finish_reason: length`. */
  | 'cut-off'
  /** Says everything it was sent, markup and all, as one that obeys whoever speaks last would. */
  | 'echoes';

/** The API is below `/v1` of its origin. */
export async function startModelServer(port = 0): Promise<LoopbackServer> {
  const asked = new Map<string, ModelRequest[]>();
  const server = createServer((request, response) => {
    respond(request, response, asked).catch((error) => {
      console.error('the model server failed', error);
      response.destroy();
    });
  });
  return listenOnLoopback(server, port);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  asked: Map<string, ModelRequest[]>,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://model');
  if (request.method === 'GET' && url.pathname.startsWith('/requests/')) {
    const model = decodeURIComponent(url.pathname.slice('/requests/'.length));
    return json(response, 200, asked.get(model) ?? []);
  }
  if (request.method !== 'POST' || url.pathname !== '/v1/chat/completions') {
    return json(response, 404, { error: { message: 'No such path' } });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body: ModelRequest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const before = asked.get(body.model) ?? [];
  asked.set(body.model, [...before, body]);
  await behave(body, before.length, response);
}

async function behave(body: ModelRequest, asked: number, response: ServerResponse): Promise<void> {
  const scenario = body.model.split(':', 1)[0] as Scenario;
  switch (scenario) {
    case 'fails':
      return json(response, 500, { error: { message: 'The model crashed' } });
    case 'quota':
      return json(response, 429, { error: { message: 'Out of quota', type: 'quota' } });
    case 'stalls':
      if (body.stream) stream(response);
      return;
    case 'stalls-midway':
      return say(stream(response), body, ['The ', 'episode ', 'says ']);
    case 'breaks-midway':
      await say(stream(response), body, ['The ', 'episode ', 'says ']);
      // What was said is on its way first.
      await delay(50);
      response.destroy();
      return;
    case 'empty':
      return finish(response, body, '', 'stop');
    case 'nonsense':
      if (body.response_format) return finish(response, body, 'Sure! {"questions": [oops', 'stop');
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<html><body>It works!</body></html>');
      return;
    case 'cut-off':
      return finish(response, body, 'The episode says that the most', 'length');
    case 'echoes':
      return finish(response, body, body.messages.map(({ content }) => content).join('\n'), 'stop');
    case 'repairs':
      if (asked === 0) return finish(response, body, '{"questions": [', 'stop');
      return finish(response, body, wordsFor(body), 'stop');
    default:
      return finish(response, body, wordsFor(body), 'stop');
  }
}

function wordsFor(body: ModelRequest): string {
  const schema = body.response_format?.json_schema?.name;
  if (schema === 'quiz') return JSON.stringify(quizFrom(body));
  if (schema === 'digest') return JSON.stringify(digestFrom(body));
  const asks = body.messages.at(-1)?.content ?? '';
  if (asks.includes('Take notes')) return notesFrom(body);
  return asks.includes('Key takeaways') ? insightFrom(body) : answerFrom(body);
}

/** The whole of a reply, in pieces where a stream was asked for. */
async function finish(
  response: ServerResponse,
  body: ModelRequest,
  text: string,
  reason: 'stop' | 'length',
): Promise<void> {
  if (!body.stream) {
    return json(response, 200, {
      id: 'reply',
      created: 0,
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: reason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  }
  const open = stream(response);
  // Five characters at a time: no word and no citation comes whole.
  await say(open, body, text.match(/[\s\S]{1,5}/g) ?? []);
  open.write(event(body, {}, reason));
  open.end('data: [DONE]\n\n');
}

function stream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  response.flushHeaders();
  return response;
}

async function say(open: ServerResponse, body: ModelRequest, pieces: string[]): Promise<void> {
  for (const [at, content] of pieces.entries()) {
    open.write(event(body, at === 0 ? { role: 'assistant', content } : { content }, null));
    // Now and then, as a network does: pieces come in several packets.
    if (at % 20 === 0) await delay(1);
  }
}

function event(body: ModelRequest, delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'reply', created: 0, model: body.model, choices })}\n\n`;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
