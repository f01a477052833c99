/** Calls a language model, with time-outs. Every failure becomes an `AssistantError`. */
import type { LanguageModelUsage } from 'ai';
import type { z } from 'zod';
import { AssistantError, type AssistantFailure } from '../assistant.ts';
import type { LoadedModel, LoadModel } from './language-models.ts';
import type { Outage } from './outage.ts';
import type { ModelCall, RecordCall } from './record-call.ts';

export interface ModelAccess {
  load: LoadModel;
  /** To the first piece of a reply, and between two pieces. White space doesn't count. */
  timeoutMs: number;
  record: RecordCall;
  /** Stops structured replies. A reader's own question is always asked, and shows whether the model is up. */
  outage: Outage;
}

/** A request to a model. Outside material goes into the messages, never the instructions. */
export interface Prompt {
  /** The prompt's name and version, for the log. */
  name: string;
  /** The subject. Prompts about the same subject start alike and are best answered by one replica. */
  affinity: string;
  instructions: string;
  messages: Message[];
  maxOutputTokens: number;
}

interface Message {
  role: 'user' | 'assistant';
  content: string;
}

/** A structured reply arrives whole, so it may take as long as several pieces. */
const WHOLE_TIMEOUTS = 3;
const TEMPERATURE = 0.3;
/** Some servers ignore the length limit; a reply that never ends is cut off. */
const MAX_CHARS_PER_TOKEN = 12;
/** For background work. An answer that a reader waits for is replaced instead of retried. */
const BACKGROUND_RETRIES = 1;

/** Streams a reply. Throws if there is none, if it breaks off, or if it is cut off. */
export async function* streamReply(
  access: ModelAccess,
  prompt: Prompt,
  options: { signal?: AbortSignal | undefined },
): AsyncGenerator<string> {
  for (let tries = 1; ; tries++) {
    const call = new Call(access, prompt);
    const startedAt = Date.now();
    try {
      yield* streamOnce(access, prompt, options.signal, call);
      access.outage.end();
      return call.end('ok');
    } catch (error) {
      const failed = await asAssistantError(error);
      const mayRetry = tries === 1 && !call.hasBegun && (await isLostConnection(error));
      call.end(mayRetry ? 'retried' : failed.failure);
      // A server may close an idle connection just as it is reused.
      if (mayRetry) continue;
      // A model too busy for a question at once may still have time for what can wait.
      if (failed.failure !== 'busy') access.outage.note(failed, startedAt);
      throw failed;
    } finally {
      // The consumer has stopped reading.
      call.end('aborted');
    }
  }
}

async function* streamOnce(
  access: ModelAccess,
  prompt: Prompt,
  signal: AbortSignal | undefined,
  call: Call,
): AsyncGenerator<string> {
  const { model, headers } = await access.load({ affinity: prompt.affinity, isUrgent: true });
  const stop = new AbortController();
  // Without `streamText`: its tools and steps, which no prompt uses, take four fifths of the work.
  const asked = model.doStream({
    prompt: [
      { role: 'system', content: prompt.instructions },
      ...prompt.messages.map(({ role, content }) => ({
        role,
        content: [{ type: 'text' as const, text: content }],
      })),
    ],
    maxOutputTokens: prompt.maxOutputTokens,
    temperature: TEMPERATURE,
    headers,
    abortSignal: stop.signal,
  });
  const parts = partsOf(asked);
  let chars = 0;
  let hasEnded = false;
  let isWhole = false;
  let waitedMs = 0;
  try {
    for (;;) {
      const askedAt = Date.now();
      const { done, value: part } = await inTime(parts.next(), access.timeoutMs - waitedMs, signal);
      // A model that has lost the thread sends endless white space, each piece within the time-out.
      waitedMs = !done && isBlank(part) ? waitedMs + Date.now() - askedAt : 0;
      hasEnded = done === true;
      if (done) break;
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') {
        const { inputTokens, outputTokens } = part.usage;
        call.used(inputTokens.total, outputTokens.total, inputTokens.cacheRead);
        endWell(part.finishReason, outputTokens.total, prompt.maxOutputTokens);
        isWhole = true;
      }
      if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue;
      chars += part.delta.length;
      if (chars > prompt.maxOutputTokens * MAX_CHARS_PER_TOKEN) {
        throw new AssistantError('invalid', 'The reply goes on and on');
      }
      if (part.type === 'reasoning-delta') continue;
      // Leading white space doesn't count as the start of the reply.
      const text = call.hasBegun ? part.delta : part.delta.trimStart();
      if (text === '') continue;
      call.begin();
      yield text;
    }
  } finally {
    // Only if it is still running: aborting a finished reply drops the connection for the next one.
    if (!hasEnded) stop.abort();
  }
  if (!isWhole) throw new AssistantError('unavailable', 'The model broke off');
  if (!call.hasBegun) throw new AssistantError('empty', 'The model said nothing');
}

const isBlank = (part: StreamedPart) => part.type === 'text-delta' && part.delta.trim() === '';

type Streamed = Awaited<ReturnType<LoadedModel['model']['doStream']>>;
type StreamedPart = Streamed['stream'] extends ReadableStream<infer Part> ? Part : never;

/** The parts of a reply, the first one once the model has begun. */
async function* partsOf(asked: PromiseLike<Streamed>) {
  yield* (await asked).stream;
}

/** Records one call, once. */
class Call {
  readonly #access: ModelAccess;
  readonly #startedAt = Date.now();
  readonly #call: ModelCall;
  #isRecorded = false;

  constructor(access: ModelAccess, prompt: Prompt) {
    this.#access = access;
    this.#call = { prompt: prompt.name, outcome: 'ok', latencyMs: 0 };
  }

  get hasBegun(): boolean {
    return this.#call.firstMs !== undefined;
  }

  begin(): void {
    this.#call.firstMs ??= Date.now() - this.#startedAt;
  }

  /** What the server says, if it counts tokens. */
  used(input: number | undefined, output: number | undefined, cached: number | undefined): void {
    if (input !== undefined) this.#call.inputTokens = input;
    if (output !== undefined) this.#call.outputTokens = output;
    if (cached !== undefined) this.#call.cachedTokens = cached;
  }

  end(outcome: ModelCall['outcome']): void {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    const latencyMs = Date.now() - this.#startedAt;
    this.#access.record({ ...this.#call, outcome, latencyMs });
  }
}

/**
 * Returns a reply as JSON. An invalid one is sent back to the model once. A model that was down a moment
 * ago is not asked.
 *
 * @param name the schema's name in the request
 */
export async function structuredReply<Reply>(
  access: ModelAccess,
  prompt: Prompt,
  shape: { name: string; schema: z.ZodType<Reply> },
  signal: AbortSignal | undefined,
): Promise<Reply> {
  access.outage.check();
  const startedAt = Date.now();
  try {
    const loaded = await access.load({ affinity: prompt.affinity, isUrgent: false });
    const first = await askForJson(access, loaded, prompt, shape, signal);
    if (first.ok) return first.reply;
    const messages: Message[] = [
      ...prompt.messages,
      { role: 'assistant', content: first.text === '' ? '(nothing)' : first.text },
      {
        role: 'user',
        content: `That is not valid: ${first.problem}\nReply again with the corrected JSON only.`,
      },
    ];
    const second = await askForJson(access, loaded, { ...prompt, messages }, shape, signal);
    if (second.ok) return second.reply;
    throw new AssistantError('invalid', `The model's JSON is not valid: ${second.problem}`);
  } catch (error) {
    const failed = await asAssistantError(error);
    access.outage.note(failed, startedAt);
    throw failed;
  }
}

type JsonReply<Reply> = { ok: true; reply: Reply } | { ok: false; text: string; problem: string };

async function askForJson<Reply>(
  access: ModelAccess,
  loaded: LoadedModel,
  prompt: Prompt,
  { name, schema }: { name: string; schema: z.ZodType<Reply> },
  signal: AbortSignal | undefined,
): Promise<JsonReply<Reply>> {
  const { generateText, NoObjectGeneratedError, Output } = await import('ai');
  const stop = new AbortController();
  const call = new Call(access, prompt);
  const used = ({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage) =>
    call.used(inputTokens, outputTokens, inputTokenDetails.cacheReadTokens);
  const asked = generateText({
    ...loaded,
    instructions: prompt.instructions,
    messages: prompt.messages,
    maxOutputTokens: prompt.maxOutputTokens,
    temperature: TEMPERATURE,
    maxRetries: BACKGROUND_RETRIES,
    abortSignal: stop.signal,
    output: Output.object({ name, schema }),
  }).then((result): JsonReply<Reply> => {
    used(result.totalUsage);
    return { ok: true, reply: result.output };
  });
  try {
    const reply = await inTime(asked, access.timeoutMs * WHOLE_TIMEOUTS, signal);
    call.end('ok');
    return reply;
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) {
      if (error.usage) used(error.usage);
      const reply = readLeniently(error.text ?? '', schema);
      call.end(reply.ok ? 'ok' : 'invalid');
      return reply;
    }
    call.end((await asAssistantError(error)).failure);
    stop.abort();
    throw error;
  }
}

/** Models often wrap JSON in a code fence or polite phrases, and items of lists may be invalid. */
function readLeniently<Reply>(text: string, schema: z.ZodType<Reply>): JsonReply<Reply> {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const value: unknown = JSON.parse(json);
    const whole = schema.safeParse(value);
    if (whole.success) return { ok: true, reply: whole.data };
    const { issues } = whole.error;
    const rest = mendItems(value, issues) ? schema.safeParse(value) : whole;
    if (rest.success) return { ok: true, reply: rest.data };
    const [issue] = issues;
    return { ok: false, text, problem: `${issue?.path.join('.')}: ${issue?.message}` };
  } catch {
    return { ok: false, text, problem: 'it is not JSON' };
  }
}

/**
 * Reads numbers written as text, takes a missing list for an empty one, and removes other invalid items
 * from the lists they are in. Returns false if something else is invalid, or all of a list.
 */
function mendItems(value: unknown, issues: { path: PropertyKey[]; expected?: unknown }[]): boolean {
  const at = (path: PropertyKey[]) =>
    path.reduce((outer, key) => outer[key] as Outer, value as Outer);
  const invalid = new Map<unknown[], Set<number>>();
  for (const { path, expected } of issues) {
    const key = path.at(-1);
    if (key === undefined) return false;
    const outer = at(path.slice(0, -1));
    const written = outer[key];
    if (expected === 'number' && typeof written === 'string' && /^\d{1,6}$/.test(written)) {
      outer[key] = Number(written);
      continue;
    }
    if (expected === 'array' && path.length === 1 && (written ?? null) === null) {
      outer[key] = [];
      continue;
    }
    const last = path.findLastIndex((one) => typeof one === 'number');
    const list: unknown = last < 0 ? null : at(path.slice(0, last));
    if (!Array.isArray(list)) return false;
    invalid.set(list, (invalid.get(list) ?? new Set()).add(Number(path[last])));
  }
  for (const [list, indexes] of invalid) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)));
    if (list.length === 0) return false;
  }
  return Object.values(value as Outer).some((list) => Array.isArray(list) && list.length > 0);
}

type Outer = Record<PropertyKey, unknown>;

/** Some servers use their own word for a complete reply. */
const ALL_SAID = /^(?:stop|eos|end|complete)/i;

/** Throws unless the model finished its reply. */
function endWell(
  { unified: finishReason, raw: itsWord = '' }: { unified: string; raw: string | undefined },
  outputTokens: number | undefined,
  maxOutputTokens: number,
): void {
  // Not every server reports that it ran out of tokens.
  if (finishReason === 'length' || (outputTokens ?? 0) >= maxOutputTokens) {
    throw new AssistantError('invalid', 'The reply was cut off');
  }
  if (finishReason === 'content-filter') {
    throw new AssistantError('invalid', 'The reply was withheld');
  }
  if (finishReason !== 'stop' && !(finishReason === 'other' && ALL_SAID.test(itsWord))) {
    throw new AssistantError('unavailable', `The model broke off: ${finishReason} ${itsWord}`);
  }
}

/** Returns `work`, or throws on a time-out or abort without waiting for the model. */
async function inTime<T>(
  work: Promise<T>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  // The race may leave this promise behind; its failure then doesn't matter.
  work.catch(() => {});
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => end.reject(new AssistantError('timeout', 'Nothing came in time')),
    timeoutMs,
  );
  const onAbort = () => end.reject(new AssistantError('aborted', 'The work was stopped'));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Workers AI's error without capacity: https://developers.cloudflare.com/workers-ai/platform/errors/ */
const BUSY = /\b3040\b|capacity/i;

async function asAssistantError(error: unknown): Promise<AssistantError> {
  if (error instanceof AssistantError) return error;
  const inner = await innermost(error);
  if (inner instanceof Error && inner.cause instanceof AssistantError) return inner.cause;
  const { APICallError } = await import('ai');
  const status = APICallError.isInstance(inner) ? inner.statusCode : undefined;
  const message = inner instanceof Error ? inner.message : String(inner);
  const failure = BUSY.test(message) ? 'busy' : (FAILURES.get(status) ?? 'unavailable');
  return new AssistantError(failure, message, { cause: inner });
}

/** By status. A server that refuses one request may answer the next. */
const FAILURES = new Map<number | undefined, AssistantFailure>([
  [400, 'invalid'],
  [402, 'quota'],
  [413, 'invalid'],
  [422, 'invalid'],
  [429, 'quota'],
]);

async function innermost(error: unknown): Promise<unknown> {
  const { RetryError } = await import('ai');
  return RetryError.isInstance(error) ? error.lastError : error;
}

/** Whether there was no reply at all, not even an error. */
async function isLostConnection(error: unknown): Promise<boolean> {
  const inner = await innermost(error);
  if (inner instanceof AssistantError) return false;
  const { APICallError } = await import('ai');
  const cause = APICallError.isInstance(inner) ? inner.cause : inner;
  if (APICallError.isInstance(inner) && inner.statusCode !== undefined) return false;
  return LOST.test(cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause));
}
const LOST =
  /network connection lost|connection (?:reset|closed)|ECONNRESET|socket hang up|disconnected|fetch failed/i;
