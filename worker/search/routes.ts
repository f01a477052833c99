import { Hono } from 'hono';
import { searchQuerySchema } from '../../schema/wire/search.ts';
import { requireUser } from '../accounts/require-user.ts';
import { loadTextVectors } from '../assistant/text-vectors.ts';
import { createDatabase } from '../platform/database.ts';
import { oneAtATime } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validQuery } from '../platform/requests/validate.ts';
import { searchDatabases } from './databases.ts';
import { search } from './search.ts';

/** Mounted at /api/search. */
export const searchRoutes = new Hono<AppEnv>().get(
  '/',
  requireUser,
  oneAtATime,
  validQuery(searchQuerySchema),
  async (c) => {
    const deps = {
      db: createDatabase(c.env.DB),
      databases: searchDatabases(c.env),
      loadMeanings: loadTextVectors,
    };
    return c.json(await search(deps, c.var.user.id, c.req.valid('query')));
  },
);
