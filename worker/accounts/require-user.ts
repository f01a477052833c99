import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { User } from '../../schema/wire/accounts.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { bearerToken } from '../platform/bearer-token.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { limit, TOO_MANY_CHANGES, TOO_MANY_TOKEN_CALLS } from '../platform/rate-limit.ts';
import { setCookies } from '../platform/set-cookies.ts';
import { settingsOf } from '../platform/settings.ts';
import { readSession } from './sessions.ts';
import { readToken } from './tokens.ts';

export const LOGIN_NEEDED =
  'You need to be logged in to use this feature. Please log in and try again.';

const READS = new Set(['GET', 'HEAD']);

/** Who asks with an access token: its own limits, and no more than its scopes. */
async function userOfToken(c: Context<AppEnv>, token: string): Promise<User> {
  const found = await readToken(createDatabase(c.env.DB), token, (work) =>
    c.executionCtx.waitUntil(work),
  );
  if (!found) {
    throw new AppError('unauthorized', LOGIN_NEEDED, {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  }
  await limit(c.env.TOKEN_LIMIT, found.id, TOO_MANY_TOKEN_CALLS);
  const scope = READS.has(c.req.method) ? 'read' : 'write';
  if (!found.scopes.includes(scope)) {
    throw new AppError('forbidden', `This access token has no ${scope} scope`);
  }
  return found.user;
}

function userOfCookie(c: Context<AppEnv>): Promise<User | null> {
  const { SESSION_DAYS } = settingsOf(c.env);
  return readSession(
    createDatabase(c.env.DB),
    { headers: c.req.raw.headers, url: c.req.url, days: SESSION_DAYS },
    {
      setCookies: (cookies) => setCookies(c, cookies),
      later: (work) => c.executionCtx.waitUntil(work),
    },
  );
}

/**
 * Sets `c.var.user` from an access token where the request carries one, else from the session cookie;
 * 401 without either, 403 beyond the token's scopes. Costs one D1 statement. Whatever is not a read
 * counts as one of the person's writes: 429 for too many in a minute.
 */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  const token = bearerToken(c.req.raw.headers);
  const user = token === null ? await userOfCookie(c) : await userOfToken(c, token);
  if (!user) throw new AppError('unauthorized', LOGIN_NEEDED);
  if (!READS.has(c.req.method)) await limit(c.env.WRITE_LIMIT, user.id, TOO_MANY_CHANGES);
  c.set('user', user);
  await next();
});

/**
 * The same for what takes the person: an access token is refused with 403, so that a leaked one cannot
 * make itself at home. Sockets are among it, which end with the session that they belong to.
 */
export const requireSession = createMiddleware<AppEnv>(async (c, next) => {
  if (bearerToken(c.req.raw.headers) !== null) {
    throw new AppError('forbidden', 'An access token cannot do this. Log in to the app instead.');
  }
  return requireUser(c, next);
});
