import { Hono } from 'hono';
import { accountJsonSchema } from '../../schema/wire/account-document.ts';

/** Written once for each isolate. */
let accountSchema: string | null = null;

/** Mounted at /api/schemas: the JSON Schemas of our file formats, for anybody. */
export const schemaRoutes = new Hono().get('/account.json', (c) => {
  accountSchema ??= JSON.stringify(accountJsonSchema());
  return c.body(accountSchema, 200, {
    'Content-Type': 'application/schema+json',
    'Cache-Control': 'public, max-age=3600',
  });
});
