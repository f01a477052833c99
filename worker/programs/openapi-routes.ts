import { Hono } from 'hono';
import type { ApiDescription } from '../../schema/wire/openapi.ts';
import { cachedByText } from '../platform/cached-by.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { replyWithJson } from '../platform/requests/reply-with-json.ts';

/** A deployment has one or two origins; locally, a request may name any. */
const MAX_ORIGINS = 4;

type RoutesOf = () => Hono['routes'];

/** Describes the API once for each origin, because that takes far longer than any other reply. */
async function prepare(routesOf: RoutesOf): Promise<(origin: string) => string> {
  const [{ describeApi }, { REPLIES }] = await Promise.all([
    import('./openapi.ts'),
    import('../../schema/wire/replies/all.ts'),
  ]);
  return cachedByText(
    (origin) => JSON.stringify(describeApi(routesOf(), REPLIES, origin)),
    MAX_ORIGINS,
  );
}

/**
 * Mounted at /api/openapi.json.
 *
 * @param routesOf the app's routes, once they are all mounted
 */
export function createOpenApiRoutes(routesOf: RoutesOf) {
  let describe: ((origin: string) => string) | null = null;
  return new Hono<AppEnv>().get('/', async (c) => {
    describe ??= await prepare(routesOf);
    const json = describe(new URL(c.req.url).origin);
    return replyWithJson<ApiDescription>(c, json, { 'Cache-Control': 'public, max-age=300' });
  });
}
