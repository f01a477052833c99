/** The yardstick: Hono with routes that answer a constant text and do nothing else. */
import { Hono } from 'hono';

const constants = new Map<string, string>();

export default new Hono()
  .put('*', async (c) => {
    constants.set(c.req.path, await c.req.text());
    return c.body(null, 204);
  })
  .get('*', (c) =>
    c.body(constants.get(c.req.path) ?? '{}', 200, { 'Content-Type': 'application/json' }),
  );
