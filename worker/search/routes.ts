import { Hono } from 'hono';
import { searchQuerySchema } from '../../schema/wire/search.ts';
import { requireUser } from '../accounts/require-user.ts';
import { oneAtATime } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validQuery } from '../platform/requests/validate.ts';
import { search, searchDeps } from './search.ts';

/** Mounted at /api/search. */
export const searchRoutes = new Hono<AppEnv>().get(
  '/',
  requireUser,
  oneAtATime,
  validQuery(searchQuerySchema),
  async (c) => c.json(await search(searchDeps(c.env), c.var.user.id, c.req.valid('query'))),
);
