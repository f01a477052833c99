import type { Context, TypedResponse } from 'hono';

/**
 * Replies with JSON that is kept as text, so that it isn't serialised again for each request. Typed
 * clients get a `Value`.
 */
export function replyWithJson<Value>(
  c: Context,
  json: string,
  headers: Record<string, string> = {},
): Response & TypedResponse<Value, 200, 'json'> {
  const response: Response = c.body(json, 200, { 'Content-Type': 'application/json', ...headers });
  return response as Response & TypedResponse<Value, 200, 'json'>;
}
