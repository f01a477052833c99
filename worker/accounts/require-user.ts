import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { User } from '../../schema/wire/accounts.ts';
import { LOGIN_NEEDED } from '../../schema/wire/chat-texts.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { bearerToken } from '../platform/requests/bearer-token.ts';
import { limit, TOO_MANY_CHANGES, TOO_MANY_TOKEN_CALLS } from '../platform/requests/rate-limit.ts';
import { setCookies } from '../platform/requests/set-cookies.ts';
import { settingsOf } from '../platform/settings.ts';
import { readSession, sessionIdOf } from './sessions.ts';
import { readToken } from './tokens.ts';

const READS = new Set(['GET', 'HEAD']);

/** Authenticates an access token, with its own rate limit. */
async function authenticateToken(c: Context<AppEnv>, token: string) {
  const found = await readToken(createDatabase(c.env.DB), token, (work) =>
    c.executionCtx.waitUntil(work),
  );
  if (!found) {
    throw new AppError('unauthorized', LOGIN_NEEDED, {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  }
  await limit(c.env.TOKEN_LIMIT, found.id, TOO_MANY_TOKEN_CALLS);
  return found;
}

/** The same, and checks that the token's scopes allow the method. */
async function userOfToken(c: Context<AppEnv>, token: string): Promise<User> {
  const found = await authenticateToken(c, token);
  const scope = READS.has(c.req.method) ? 'read' : 'write';
  if (!found.scopes.includes(scope)) {
    throw new AppError('forbidden', `This access token has no ${scope} scope`);
  }
  return found.user;
}

const sessionOfCookie = (c: Context<AppEnv>) =>
  readSession(
    createDatabase(c.env.DB),
    { headers: c.req.raw.headers, url: c.req.url, days: settingsOf(c.env).SESSION_DAYS },
    (work) => c.executionCtx.waitUntil(work),
  );

/** Throws for an invalid or insufficient access token. */
async function findSender(c: Context<AppEnv>): ReturnType<typeof readSession> {
  const token = bearerToken(c.req.raw.headers);
  return token === null ? sessionOfCookie(c) : { user: await userOfToken(c, token) };
}

/** Returns who sent the request; null if anonymous. Throws for an invalid or insufficient access token. */
export async function currentUser(c: Context<AppEnv>): Promise<User | null> {
  return (await findSender(c))?.user ?? null;
}

/** Never fails: it is asked when something else has. */
const refusalNow = (c: Context<AppEnv>): Promise<AppError | null> =>
  findSender(c).then(
    (sender) => (sender ? null : new AppError('unauthorized', LOGIN_NEEDED)),
    (error) => (error instanceof AppError && error.code === 'unauthorized' ? error : null),
  );

/**
 * Sets `c.var.user` from the access token if the request has one, otherwise from the session cookie,
 * with one D1 statement. 401 without either, 403 beyond the token's scopes. Any method other than a
 * read counts against the user's write limit; 429 beyond it.
 */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  const sender = await findSender(c);
  if (!sender) throw new AppError('unauthorized', LOGIN_NEEDED);
  const { user, extend } = sender;
  if (!READS.has(c.req.method)) await limit(c.env.WRITE_LIMIT, user.id, TOO_MANY_CHANGES);
  c.set('user', user);
  c.set('refusalNow', () => refusalNow(c));
  await next();
  if (extend) setCookies(c, await extend());
});

/**
 * The same for actions that control the account. Refuses access tokens with 403, so that a leaked one
 * can't take the account over. Sockets need a session too, because they end with it.
 */
export const requireSession = createMiddleware<AppEnv>(async (c, next) => {
  if (bearerToken(c.req.raw.headers) !== null) {
    throw new AppError('forbidden', 'An access token cannot do this. Log in to the app instead.');
  }
  return requireUser(c, next);
});

/**
 * For endpoints that only programs use. Accepts an access token of any scope, because their calls go
 * through the API, which checks it. 401 without a token, even with a session cookie.
 */
export const requireToken = createMiddleware<AppEnv>(async (c, next) => {
  const token = bearerToken(c.req.raw.headers);
  if (token === null) {
    throw new AppError('unauthorized', LOGIN_NEEDED, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  const { user } = await authenticateToken(c, token);
  c.set('user', user);
  await next();
});

/** Who makes a request, and in which session, for what must not outlive it. Only behind `requireSession`. */
export const sessionOwner = async (c: Context<AppEnv>) => ({
  userId: c.var.user.id,
  sessionId: (await sessionIdOf(c.req.raw)) ?? '',
});
