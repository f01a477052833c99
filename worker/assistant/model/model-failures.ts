/** What goes wrong when a model is called. */
import { AssistantError, type AssistantFailure } from '../assistant.ts';

/** Workers AI's error without capacity: https://developers.cloudflare.com/workers-ai/platform/errors/ */
const BUSY = /\b3040\b|capacity/i;

/** By status. A server that refuses one request may answer the next. */
const FAILURES = new Map<number | undefined, AssistantFailure>([
  [400, 'invalid'],
  [402, 'quota'],
  [413, 'invalid'],
  [422, 'invalid'],
  [429, 'quota'],
]);

export async function asAssistantError(error: unknown): Promise<AssistantError> {
  if (error instanceof AssistantError) return error;
  const inner = await innermost(error);
  if (inner instanceof Error && inner.cause instanceof AssistantError) return inner.cause;
  const { APICallError } = await import('ai');
  const status = APICallError.isInstance(inner) ? inner.statusCode : undefined;
  const message = inner instanceof Error ? inner.message : String(inner);
  const failure = BUSY.test(message) ? 'busy' : (FAILURES.get(status) ?? 'unavailable');
  return new AssistantError(failure, message, { cause: inner });
}

async function innermost(error: unknown): Promise<unknown> {
  const { RetryError } = await import('ai');
  return RetryError.isInstance(error) ? error.lastError : error;
}

const LOST =
  /network connection lost|connection (?:reset|closed)|ECONNRESET|socket hang up|disconnected|fetch failed/i;

/** Whether there was no reply at all, not even an error. */
export async function isLostConnection(error: unknown): Promise<boolean> {
  const inner = await innermost(error);
  if (inner instanceof AssistantError) return false;
  const { APICallError } = await import('ai');
  const cause = APICallError.isInstance(inner) ? inner.cause : inner;
  if (APICallError.isInstance(inner) && inner.statusCode !== undefined) return false;
  return LOST.test(cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause));
}
