/** The baseline: Hono with routes that return a constant text. */
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
