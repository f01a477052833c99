import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { limit, TOO_MANY_CHANGES } from '../platform/rate-limit.ts';
import { setCookies } from '../platform/set-cookies.ts';
import { settingsOf } from '../platform/settings.ts';
import { readSession } from './sessions.ts';

export const LOGIN_NEEDED =
  'You need to be logged in to use this feature. Please log in and try again.';

const READS = new Set(['GET', 'HEAD']);

/**
 * Sets `c.var.user` from the session cookie; 401 without one. Costs one D1 statement. Whatever is not
 * a read counts as one of the person's writes: 429 for too many in a minute.
 */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  const { SESSION_DAYS } = settingsOf(c.env);
  const user = await readSession(
    createDatabase(c.env.DB),
    { headers: c.req.raw.headers, url: c.req.url, days: SESSION_DAYS },
    {
      setCookies: (cookies) => setCookies(c, cookies),
      later: (work) => c.executionCtx.waitUntil(work),
    },
  );
  if (!user) throw new AppError('unauthorized', LOGIN_NEEDED);
  if (!READS.has(c.req.method)) await limit(c.env.WRITE_LIMIT, user.id, TOO_MANY_CHANGES);
  c.set('user', user);
  await next();
});
