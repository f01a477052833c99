import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { generateCookie } from 'hono/cookie';
import { z } from 'zod';
import { type OAuthProvider, oauthProviderSchema } from '../../schema/wire/accounts.ts';
import { returnPath } from '../../schema/wire/screens.ts';
import { withoutInvisible } from '../../schema/wire/text.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validParam } from '../platform/requests/validate.ts';
import { hostCookieName, isLocal, readCookie } from './cookies.ts';
import { logUserIn } from './log-user-in.ts';
import { beginOAuth, completeOAuth, configuredProviders, type OAuthProfile } from './oauth.ts';
import type { PersonalRooms } from './rooms.ts';
import { findOAuthUser, insertOAuthUser } from './store.ts';

const FLOW_COOKIE = 'dripcast_oauth';
const FLOW_SECONDS = 600;
const NAME_TRIES = 5;

const providerParamSchema = z.object({ provider: oauthProviderSchema });

/** Holds the state and verifier between the two redirects, to reject forged callbacks. */
function flowCookie(value: string, url: string): string {
  return generateCookie(hostCookieName(FLOW_COOKIE, url), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: !isLocal(url),
    path: '/',
    maxAge: value === '' ? 0 : FLOW_SECONDS,
  });
}

function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Returns the account of a profile. The first login creates one, with a free username similar to
 * theirs.
 */
async function accountOf(db: Database, provider: OAuthProvider, profile: OAuthProfile) {
  const known = await findOAuthUser(db, provider, profile.id);
  if (known) return known.id;
  const base = withoutInvisible((profile.name ?? provider).slice(0, 48))
    .trim()
    .padEnd(3, '_');
  for (let attempt = 0; attempt < NAME_TRIES; attempt++) {
    const username = attempt === 0 ? base : `${base}-${crypto.randomUUID().slice(0, 8)}`;
    const userId = await insertOAuthUser(
      db,
      { username, email: profile.email },
      provider,
      profile.id,
    );
    if (userId) return userId;
  }
  throw new Error('no free name was found');
}

/** Mounted at /api/auth. A failed login ends on the login screen, which shows an error. */
export const createOAuthRoutes = (rooms: PersonalRooms) =>
  new Hono<AppEnv>()
    .get('/providers', (c) => c.json({ providers: configuredProviders(c.env) }))
    .get('/:provider', validParam(providerParamSchema), (c) => {
      const { provider } = c.req.valid('param');
      const { url, state, verifier } = beginOAuth(c.env, provider, new URL(c.req.url).origin);
      const wanted = encodeURIComponent(returnPath(c.req.query('redirect')) ?? '/');
      const flow = [provider, state, verifier, btoa(wanted)].join('.');
      c.header('Set-Cookie', flowCookie(flow, c.req.url));
      return c.redirect(url.toString());
    })
    .get('/:provider/callback', validParam(providerParamSchema), async (c) => {
      const { provider } = c.req.valid('param');
      c.header('Set-Cookie', flowCookie('', c.req.url), { append: true });
      const flow = readCookie(c.req.raw, FLOW_COOKIE) ?? '';
      const [startedWith, state, verifier, wanted = ''] = flow.split('.');
      const { code, state: returned } = c.req.query();
      const isOurs = startedWith === provider && state && returned && sameText(state, returned);
      if (!isOurs || !verifier || !code) return c.redirect('/login?error=oauth');
      try {
        const origin = new URL(c.req.url).origin;
        const profile = await completeOAuth(c.env, { provider, origin, code, verifier });
        const db = createDatabase(c.env.DB);
        const userId = await accountOf(db, provider, profile);
        await logUserIn(c, rooms, userId);
        return c.redirect(returnPath(decodeURIComponent(atob(wanted))) ?? '/');
      } catch (error) {
        log.warn('oauth_failed', { provider, error: describeError(error) });
        return c.redirect('/login?error=oauth');
      }
    });
