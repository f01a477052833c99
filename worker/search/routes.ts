import { Hono } from 'hono';
import { type SearchReply, searchQuerySchema } from '../../schema/wire/search.ts';
import { requireUser } from '../accounts/require-user.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { validQuery } from '../platform/validate.ts';

/** Mounted at /api/search. */
export const searchRoutes = new Hono<AppEnv>().get(
  '/',
  requireUser,
  validQuery(searchQuerySchema),
  (c) => c.json<SearchReply>({ results: [], nextCursor: null, didYouMean: null }),
);
