/** One call to a language model, with its time-outs; whatever goes wrong is an `AssistantError`. */
import type { LanguageModel, ModelMessage } from 'ai';
import type { z } from 'zod';
import { log } from '../platform/logging.ts';
import { AssistantError } from './assistant.ts';
import type { LoadModel } from './language-models.ts';

export interface ModelAccess {
  load: LoadModel;
  /** To the first piece of a reply, and between two pieces. */
  timeoutMs: number;
}

/** What a model is asked. Material from outside stands in the messages, never in the instructions. */
export interface Prompt {
  /** Which prompt in which version, for the log. */
  name: string;
  instructions: string;
  messages: ModelMessage[];
  maxOutputTokens: number;
}

/** A structured reply comes whole, so it may take as long as several pieces would. */
const WHOLE_TIMEOUTS = 3;
const TEMPERATURE = 0.3;
/** Not every server keeps to the length it was asked for; one that never ends is cut off. */
const MOST_CHARS_A_TOKEN = 12;
/** Of work in the background; an answer that somebody waits for is not tried again but stood in for. */
const BACKGROUND_RETRIES = 1;

/** Streams a reply. Throws where it stays out, breaks off, says nothing or is cut off. */
export async function* streamReply(
  access: ModelAccess,
  prompt: Prompt,
  options: { signal?: AbortSignal | undefined; maxRetries?: number },
): AsyncGenerator<string> {
  const { signal, maxRetries = 0 } = options;
  const [{ streamText }, model] = await Promise.all([import('ai'), access.load()]);
  const stop = new AbortController();
  const { stream } = streamText({
    ...toModel(model, prompt),
    temperature: TEMPERATURE,
    maxRetries,
    abortSignal: stop.signal,
    // What goes wrong arrives as a part of the stream, too.
    onError: () => {},
  });
  const parts = stream[Symbol.asyncIterator]();
  let hasSaid = false;
  let chars = 0;
  let hasEnded = false;
  try {
    for (;;) {
      const { done, value: part } = await inTime(parts.next(), access.timeoutMs, signal);
      hasEnded = done === true;
      if (done) break;
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new AssistantError('timeout', 'The model was cut short');
      if (part.type === 'finish') endWell(part, prompt.maxOutputTokens);
      if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue;
      chars += part.text.length;
      if (chars > prompt.maxOutputTokens * MOST_CHARS_A_TOKEN) {
        throw new AssistantError('invalid', 'The reply goes on and on');
      }
      if (part.type === 'reasoning-delta') continue;
      // White space alone is nothing said yet.
      const text = hasSaid ? part.text : part.text.trimStart();
      if (text === '') continue;
      hasSaid = true;
      yield text;
    }
  } catch (error) {
    throw await asAssistantError(error);
  } finally {
    // Only what still runs: aborting a reply that ended loses the connection for the next one.
    if (!hasEnded) stop.abort();
  }
  if (!hasSaid) throw new AssistantError('empty', 'The model said nothing');
}

/** A reply as one text, for work in the background. */
export async function wholeReply(
  access: ModelAccess,
  prompt: Prompt,
  signal: AbortSignal | undefined,
): Promise<string> {
  let text = '';
  const options = { signal, maxRetries: BACKGROUND_RETRIES };
  for await (const piece of streamReply(access, prompt, options)) text += piece;
  return text.trim();
}

/**
 * A reply as JSON of a shape. One that is not of it is sent back once to be mended.
 *
 * @param name what the schema is called towards the model
 */
export async function structuredReply<Reply>(
  access: ModelAccess,
  prompt: Prompt,
  shape: { name: string; schema: z.ZodType<Reply> },
  signal: AbortSignal | undefined,
): Promise<Reply> {
  try {
    const model = await access.load();
    const first = await askForJson(access, model, prompt, shape, signal);
    if (first.ok) return first.reply;
    const messages: ModelMessage[] = [
      ...prompt.messages,
      { role: 'assistant', content: first.text === '' ? '(nothing)' : first.text },
      {
        role: 'user',
        content: `That is not valid: ${first.problem}\nReply again with the corrected JSON only.`,
      },
    ];
    const second = await askForJson(access, model, { ...prompt, messages }, shape, signal);
    if (second.ok) return second.reply;
    throw new AssistantError('invalid', `The model's JSON is not valid: ${second.problem}`);
  } catch (error) {
    throw await asAssistantError(error);
  }
}

type JsonReply<Reply> = { ok: true; reply: Reply } | { ok: false; text: string; problem: string };

async function askForJson<Reply>(
  { timeoutMs }: ModelAccess,
  model: LanguageModel,
  prompt: Prompt,
  { name, schema }: { name: string; schema: z.ZodType<Reply> },
  signal: AbortSignal | undefined,
): Promise<JsonReply<Reply>> {
  const { generateText, NoObjectGeneratedError, Output } = await import('ai');
  const stop = new AbortController();
  const asked = generateText({
    ...toModel(model, prompt),
    temperature: TEMPERATURE,
    maxRetries: BACKGROUND_RETRIES,
    abortSignal: stop.signal,
    output: Output.object({ name, schema }),
  }).then((result): JsonReply<Reply> => ({ ok: true, reply: result.output }));
  try {
    return await inTime(asked, timeoutMs * WHOLE_TIMEOUTS, signal);
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) return readLeniently(error.text ?? '', schema);
    stop.abort();
    throw error;
  }
}

/** Models like to wrap JSON in a fence or in a word of politeness. */
function readLeniently<Reply>(text: string, schema: z.ZodType<Reply>): JsonReply<Reply> {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    if (parsed.success) return { ok: true, reply: parsed.data };
    const [issue] = parsed.error.issues;
    return { ok: false, text, problem: `${issue?.path.join('.')}: ${issue?.message}` };
  } catch {
    return { ok: false, text, problem: 'it is not JSON' };
  }
}

function toModel(model: LanguageModel, prompt: Prompt) {
  const { name, ...rest } = prompt;
  log.info('model_asked', { prompt: name });
  return { model, ...rest };
}

/** Some servers have a word of their own for having said all there was. */
const ALL_SAID = /^(?:stop|eos|end|complete)/i;

interface ReplyEnd {
  finishReason: string;
  rawFinishReason: string | undefined;
  totalUsage: { outputTokens: number | undefined };
}

/** Throws unless the model said all it had to say. */
function endWell(end: ReplyEnd, maxOutputTokens: number): void {
  const { finishReason, rawFinishReason: itsWord = '', totalUsage } = end;
  // Not every server says so when it runs out of room.
  if (finishReason === 'length' || (totalUsage.outputTokens ?? 0) >= maxOutputTokens) {
    throw new AssistantError('invalid', 'The reply was cut off');
  }
  if (finishReason === 'content-filter') {
    throw new AssistantError('invalid', 'The reply was withheld');
  }
  if (finishReason !== 'stop' && !(finishReason === 'other' && ALL_SAID.test(itsWord))) {
    throw new AssistantError('unavailable', `The model broke off: ${finishReason} ${itsWord}`);
  }
}

/** `work`, or a throw when it takes too long or the caller stops; neither waits for the model. */
async function inTime<T>(
  work: Promise<T>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  // The race may leave it behind; its failure then concerns nobody.
  work.catch(() => {});
  const end = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => end.reject(new AssistantError('timeout', `Nothing came for ${timeoutMs} ms`)),
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

async function asAssistantError(error: unknown): Promise<AssistantError> {
  if (error instanceof AssistantError) return error;
  const { APICallError, RetryError } = await import('ai');
  const inner = RetryError.isInstance(error) ? error.lastError : error;
  const status = APICallError.isInstance(inner) ? inner.statusCode : undefined;
  const isQuota = status === 429 || status === 402;
  const message = inner instanceof Error ? inner.message : String(inner);
  return new AssistantError(isQuota ? 'quota' : 'unavailable', message, { cause: inner });
}
