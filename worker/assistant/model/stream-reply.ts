/** Streams a model's reply, piece by piece in time. Every failure becomes an `AssistantError`. */
import { AssistantError } from '../assistant.ts';
import { inTime } from './in-time.ts';
import type { LoadedModel } from './language-models.ts';
import { type ModelAccess, type Prompt, TEMPERATURE } from './model-access.ts';
import { asAssistantError, isLostConnection } from './model-failures.ts';
import { Call } from './record-call.ts';

/** Some servers ignore the length limit; a reply that never ends is cut off. */
const MAX_CHARS_PER_TOKEN = 12;
/** Some servers use their own word for a complete reply. */
const ALL_SAID = /^(?:stop|eos|end|complete)/i;

/** Streams a reply. Throws if there is none, if it breaks off, or if it is cut off. */
export async function* streamReply(
  access: ModelAccess,
  prompt: Prompt,
  options: { signal?: AbortSignal | undefined },
): AsyncGenerator<string> {
  for (let tries = 1; ; tries++) {
    const call = new Call(access.record, prompt.name);
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
