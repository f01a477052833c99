/**
 * A model server like Ollama, LM Studio or vLLM: OpenAI's chat completions over real HTTP, streamed, whole
 * and structured. The model's name says how it behaves; what follows a colon only distinguishes the requests
 * of different tests (`stalls:3f2a`).
 *
 * `GET /requests/{model}` returns what that model was asked, oldest first; `GET /headers/{model}` the headers
 * of these requests; `GET /hung-up/{model}` how many of its replies were aborted. `PUT /replies/{model}`
 * gives a `recites` model its replies, as a JSON array of texts.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type LoopbackServer,
  listenOnLoopback,
} from '../../worker/operator/samples/loopback-server.ts';
import { type ModelRequest, obeyFrom, wordsFor } from './model-words.ts';

type Scenario =
  /** Returns what it was given, one reply after the other; repeats the last one. */
  | 'recites'
  /** Takes 300 ms to start, then writes a line every 100 ms. */
  | 'paced'
  /** Closes the first connection silently, as if it had been idle too long; then answers. */
  | 'loses-first'
  /** Answers from the transcript, with valid citations and an invented one. */
  | 'answers'
  /** 400 to the first request, as if it were too long; then answers. */
  | 'refuses-first'
  /** 500 */
  | 'fails'
  /** 429 */
  | 'quota'
  /** 401 */
  | 'forbids'
  /** Accepts the request and never replies. */
  | 'stalls'
  /** Sends a few words, then nothing more. */
  | 'stalls-midway'
  /** Closes the connection after a few words. */
  | 'breaks-midway'
  /** Ends the body normally after a few words, without a finish reason. */
  | 'ends-midway'
  /** Sends an error after a few words. */
  | 'errs-midway'
  /** Finishes normally without any text. */
  | 'empty'
  /** Finishes normally with only white space. */
  | 'blank'
  /** Repeats itself forever. */
  | 'endless'
  /** Sends one word without an end, too fast for any time-out. */
  | 'floods'
  /** Sends something other than the API specifies, with invalid JSON. */
  | 'nonsense'
  /** Its first JSON is invalid, the corrected one is valid. */
  | 'repairs'
  /** Stops mid-sentence: `finish_reason: length`. */
  | 'cut-off'
  /** The same, but only the token count shows it. */
  | 'runs-out'
  /** `finish_reason: content_filter` after a few words. */
  | 'withholds'
  /** `finish_reason: abort` after a few words. */
  | 'aborts'
  /** Completes with its own word for it: `finish_reason: eos_token`. */
  | 'own-word'
  /** Thinks aloud between tags before it answers. */
  | 'thinks'
  /** Repeats everything it was sent, with markup, like a model that obeys anyone. */
  | 'echoes'
  /** Obeys the transcript: writes everything said in it as HTML and links, in valid form. */
  | 'obeys';

/** The API is below `/v1` of its origin. */
export async function startModelServer(port = 0): Promise<LoopbackServer> {
  const asked = new Map<string, ModelRequest[]>();
  const hungUp = new Map<string, number>();
  const headers = new Map<string, IncomingMessage['headers'][]>();
  const replies = new Map<string, string[]>();
  const server = createServer((request, response) => {
    respond(request, response, { asked, hungUp, headers, replies }).catch((error) => {
      console.error('the model server failed', error);
      response.destroy();
    });
  });
  return listenOnLoopback(server, port);
}

interface Memory {
  asked: Map<string, ModelRequest[]>;
  hungUp: Map<string, number>;
  headers: Map<string, IncomingMessage['headers'][]>;
  replies: Map<string, string[]>;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { asked, hungUp, headers, replies }: Memory,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://model');
  const [, what, about = ''] = url.pathname.split('/').map(decodeURIComponent);
  if (request.method === 'GET') {
    if (what === 'requests') return json(response, 200, asked.get(about) ?? []);
    if (what === 'headers') return json(response, 200, headers.get(about) ?? []);
    if (what === 'hung-up') return json(response, 200, hungUp.get(about) ?? 0);
  }
  if (request.method === 'PUT' && what === 'replies') {
    replies.set(about, JSON.parse(await bodyOf(request)));
    return json(response, 200, {});
  }
  if (request.method !== 'POST' || url.pathname !== '/v1/chat/completions') {
    return json(response, 404, { error: { message: 'No such path' } });
  }
  const body: ModelRequest = JSON.parse(await bodyOf(request));
  const before = asked.get(body.model) ?? [];
  asked.set(body.model, [...before, body]);
  headers.set(body.model, [...(headers.get(body.model) ?? []), request.headers]);
  response.on('close', () => {
    if (!response.writableFinished) hungUp.set(body.model, (hungUp.get(body.model) ?? 0) + 1);
  });
  const texts = replies.get(body.model) ?? [];
  await behave(body, before.length, response, texts[before.length] ?? texts.at(-1) ?? '');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const A_FEW_WORDS = ['The ', 'episode ', 'says '];

async function behave(
  body: ModelRequest,
  asked: number,
  response: ServerResponse,
  recited: string,
): Promise<void> {
  const [name = ''] = body.model.split(':', 1);
  // `breaks-midway-whole` breaks off after a complete line.
  const scenario = name.replace(/-whole$/, '') as Scenario;
  const begun = name.endsWith('-whole') ? [`${wordsFor(body).split('\n', 1)[0]}\n`] : A_FEW_WORDS;
  switch (scenario) {
    case 'recites':
      return finish(response, body, recited, 'stop');
    case 'paced':
      return pace(response, body);
    case 'loses-first':
      if (asked === 0) return void response.destroy();
      return finish(response, body, wordsFor(body), 'stop');
    case 'refuses-first':
      if (asked === 0) return json(response, 400, { error: { message: 'Too many tokens' } });
      return finish(response, body, wordsFor(body), 'stop');
    case 'fails':
      return json(response, 500, { error: { message: 'The model crashed' } });
    case 'quota':
      return json(response, 429, { error: { message: 'Out of quota', type: 'quota' } });
    case 'forbids':
      return json(response, 401, { error: { message: 'Incorrect API key provided' } });
    case 'stalls':
      if (body.stream) stream(response);
      return;
    case 'empty':
      return finish(response, body, '', 'stop');
    case 'blank':
      return finish(response, body, ' \n\n  \n', 'stop');
    case 'nonsense':
      if (body.response_format) return finish(response, body, 'Sure! {"questions": [oops', 'stop');
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<html><body>It works!</body></html>');
      return;
    case 'cut-off':
      return finish(response, body, 'The episode says that the most', 'length');
    case 'runs-out':
      return finish(response, body, 'The episode says that the most', 'stop', body.max_tokens);
    case 'withholds':
      return finish(response, body, begun.join(''), 'content_filter');
    case 'aborts':
      return finish(response, body, A_FEW_WORDS.join(''), 'abort');
    case 'own-word':
      return finish(response, body, wordsFor(body), 'eos_token');
    case 'thinks':
      return finish(response, body, `<think>Hm, [0:00]?</think>\n\n${wordsFor(body)}`, 'stop');
    case 'obeys':
      return finish(response, body, obeyFrom(body), 'stop');
    case 'echoes':
      return finish(response, body, body.messages.map(({ content }) => content).join('\n'), 'stop');
    case 'repairs':
      if (asked === 0) return finish(response, body, '{"questions": [', 'stop');
      return finish(response, body, wordsFor(body), 'stop');
    case 'floods':
      return flood(response, body);
    case 'stalls-midway':
    case 'breaks-midway':
    case 'ends-midway':
    case 'errs-midway':
    case 'endless':
      return failMidway(scenario, begun, body, response);
    default:
      return finish(response, body, wordsFor(body), 'stop');
  }
}

async function pace(response: ServerResponse, body: ModelRequest): Promise<void> {
  if (!body.stream) return finish(response, body, wordsFor(body), 'stop');
  const open = stream(response);
  await delay(PACE_MS.begin);
  for (const line of wordsFor(body).split('\n').filter(Boolean)) {
    await say(open, body, [`${line}\n`]);
    await delay(PACE_MS.line);
  }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  open.write(event(body, {}, 'stop', usage));
  open.end('data: [DONE]\n\n');
}
const PACE_MS = { begin: 300, line: 100 };

async function failMidway(
  scenario: Scenario,
  begun: string[],
  body: ModelRequest,
  response: ServerResponse,
) {
  const open = stream(response);
  await say(open, body, begun);
  // Lets the text so far arrive first.
  await delay(50);
  if (scenario === 'breaks-midway') response.destroy();
  if (scenario === 'ends-midway') response.end();
  if (scenario === 'errs-midway') {
    open.end(`data: ${JSON.stringify({ error: { message: 'Out of memory' } })}\n\n`);
  }
  while (scenario === 'endless' && !response.destroyed) {
    await say(
      open,
      body,
      Array.from({ length: 20 }, () => 'and so on '),
    );
  }
}

const FLOOD_BYTES = 64 * 1024 * 1024;

async function flood(response: ServerResponse, { stream: isStream }: ModelRequest): Promise<void> {
  response.writeHead(200, { 'Content-Type': isStream ? 'text/event-stream' : 'application/json' });
  response.write(isStream ? 'data: {"id":"' : '{"id":"');
  const chunk = 'x'.repeat(256 * 1024);
  const closed = once(response, 'close');
  for (let sent = 0; sent < FLOOD_BYTES && !response.destroyed; sent += chunk.length) {
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
}

/** Sends a whole reply, in pieces if a stream was requested. */
async function finish(
  response: ServerResponse,
  body: ModelRequest,
  text: string,
  reason: string,
  tokens = 1,
): Promise<void> {
  const asked = body.messages.reduce((sum, { content }) => sum + content.length, 0);
  const usage = { prompt_tokens: asked, completion_tokens: tokens, total_tokens: tokens + asked };
  if (!body.stream) {
    return json(response, 200, {
      id: 'reply',
      created: 0,
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: reason }],
      usage,
    });
  }
  const open = stream(response);
  // Five characters at a time, so that no word or citation arrives whole.
  await say(open, body, text.match(/[\s\S]{1,5}/g) ?? []);
  open.write(event(body, {}, reason, usage));
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
    // Pauses now and then, so that pieces arrive in several packets.
    if (at % 20 === 0) await delay(1);
  }
}

function event(
  { model }: ModelRequest,
  delta: object,
  finishReason: string | null,
  usage?: object,
): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'reply', created: 0, model, choices, usage })}\n\n`;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
