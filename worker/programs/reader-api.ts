/** Calls the API on behalf of a reader's program. */
import type { ExecutionContext } from 'hono';
import { z } from 'zod';

/** The app's router. */
export type CallApp = (
  request: Request,
  env: Env,
  ctx: ExecutionContext,
) => Response | Promise<Response>;

/** A refusal by the API, with a message for the program's user. */
export class ApiRefusal extends Error {}

export interface ReaderApi {
  /** Returns the absolute address of a path in this deployment. */
  urlOf(path: string): string;
  /** @throws ApiRefusal for anything but 2xx */
  get<Reply>(path: string): Promise<Reply>;
  /** @throws ApiRefusal for anything but 2xx */
  post<Reply>(path: string, body: unknown): Promise<Reply>;
}

const refusalSchema = z.object({ message: z.string() });

/**
 * Calls go through the app's own routes with the token of `from`, so its scopes, limits and rights apply.
 *
 * @param from the request of the program
 */
export function createReaderApi(
  from: Request,
  callApp: (request: Request) => Response | Promise<Response>,
): ReaderApi {
  const { origin } = new URL(from.url);
  const call = async <Reply>(path: string, init: RequestInit): Promise<Reply> => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', from.headers.get('Authorization') ?? '');
    const response = await callApp(new Request(`${origin}${path}`, { ...init, headers }));
    const reply: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      throw new ApiRefusal(refusalSchema.safeParse(reply).data?.message ?? 'The call failed.');
    }
    return reply as Reply;
  };
  return {
    urlOf: (path) => `${origin}${path}`,
    get: (path) => call(path, {}),
    post: (path, body) =>
      call(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}
