import { Hono } from 'hono';
import type { AppEnv } from '../platform/app-env.ts';

/**
 * Mounted at /api/openapi.json.
 *
 * @param routesOf the app's routes, once they are all mounted
 */
export function createOpenApiRoutes(routesOf: () => Hono['routes']) {
  return new Hono<AppEnv>().get('/', async (c) => {
    const [{ describeApi }, { REPLIES }] = await Promise.all([
      import('./openapi.ts'),
      import('../../schema/wire/replies/all.ts'),
    ]);
    const { origin } = new URL(c.req.url);
    return c.json(describeApi(routesOf(), REPLIES, origin), 200, {
      'Cache-Control': 'public, max-age=300',
    });
  });
}
