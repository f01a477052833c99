/** Asks a model for JSON. Every failure becomes an `AssistantError`. */
import type { LanguageModelUsage } from 'ai';
import type { z } from 'zod';
import { AssistantError } from '../assistant.ts';
import { inTime } from './in-time.ts';
import type { LoadedModel } from './language-models.ts';
import { type Message, type ModelAccess, type Prompt, TEMPERATURE } from './model-access.ts';
import { asAssistantError } from './model-failures.ts';
import { type JsonReply, readLeniently } from './read-leniently.ts';
import { Call } from './record-call.ts';

/** A structured reply arrives whole, so it may take as long as several pieces. */
const WHOLE_TIMEOUTS = 3;
/** For background work. An answer that a reader waits for is replaced instead of retried. */
const BACKGROUND_RETRIES = 1;

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

async function askForJson<Reply>(
  access: ModelAccess,
  loaded: LoadedModel,
  prompt: Prompt,
  { name, schema }: { name: string; schema: z.ZodType<Reply> },
  signal: AbortSignal | undefined,
): Promise<JsonReply<Reply>> {
  const { generateText, NoObjectGeneratedError, Output } = await import('ai');
  const stop = new AbortController();
  const call = new Call(access.record, prompt.name);
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
