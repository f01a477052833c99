import { Hono } from 'hono';
import { requireToken } from '../accounts/require-user.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import type { CallApp } from './reader-api.ts';

/**
 * Whether a body is a list of messages. Only one old revision of the protocol has them, and a list would
 * be answered all at once.
 */
const isBatch = (body: string) => body.trimStart().startsWith('[');

/**
 * Mounted at /mcp: the Model Context Protocol over streamable HTTP, without sessions. Other methods than
 * POST are 405.
 *
 * @param callApp the app itself: a tool is a call of the API with the reader's own token
 */
export function createMcpRoutes(callApp: CallApp) {
  return new Hono<AppEnv>().post('/', requireToken, async (c) => {
    if (isBatch(await c.req.raw.clone().text())) {
      throw new AppError('bad_request', 'Send one message per request');
    }
    // The SDK is only loaded where somebody uses it.
    const [{ serveMcp }, { createReaderApi }] = await Promise.all([
      import('./mcp-server.ts'),
      import('./reader-api.ts'),
    ]);
    const api = createReaderApi(c.req.raw, (request) => callApp(request, c.env, c.executionCtx));
    return serveMcp(c.req.raw, api);
  });
}
