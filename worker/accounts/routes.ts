import { Hono } from 'hono';
import {
  deleteAccountSchema,
  loginSchema,
  profileSchema,
  registerSchema,
} from '../../schema/wire/accounts.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { clientAddress, limit } from '../platform/rate-limit.ts';
import { setCookies } from '../platform/set-cookies.ts';
import { settingsOf } from '../platform/settings.ts';
import { validJson } from '../platform/validate.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { deleteAccount } from './delete-account.ts';
import { requireUser } from './require-user.ts';
import { endSession, startSession } from './sessions.ts';
import { register, signIn } from './sign-in.ts';
import { publicUser, updateProfile, usernameKey } from './store.ts';

const TOO_MANY_TRIES = 'Too many attempts. Please wait a minute and try again.';

/** Mounted at /api. */
export const accountRoutes = new Hono<AppEnv>()
  .post('/login', validJson(loginSchema), async (c) => {
    const login = c.req.valid('json');
    const address = clientAddress(c.req.raw.headers);
    await limit(c.env.ADDRESS_LIMIT, address, TOO_MANY_TRIES);
    await limit(c.env.LOGIN_LIMIT, `${address} ${usernameKey(login.username)}`, TOO_MANY_TRIES);
    const db = createDatabase(c.env.DB);
    const user = await signIn(db, login);
    setCookies(
      c,
      await startSession(db, user.id, { url: c.req.url, days: settingsOf(c.env).SESSION_DAYS }),
    );
    return c.json({ user: publicUser(user) });
  })
  .post('/register', validJson(registerSchema), async (c) => {
    await limit(c.env.REGISTER_LIMIT, clientAddress(c.req.raw.headers), TOO_MANY_TRIES);
    const db = createDatabase(c.env.DB);
    const user = await register(db, c.req.valid('json'));
    setCookies(
      c,
      await startSession(db, user.id, { url: c.req.url, days: settingsOf(c.env).SESSION_DAYS }),
    );
    return c.json({ user: publicUser(user) }, 201);
  })
  .post('/logout', async (c) => {
    setCookies(
      c,
      await endSession(createDatabase(c.env.DB), { headers: c.req.raw.headers, url: c.req.url }),
    );
    return c.json({ success: true });
  })
  .get('/user', requireUser, (c) => c.json(c.var.user))
  .delete('/user', requireUser, validJson(deleteAccountSchema), async (c) => {
    const db = createDatabase(c.env.DB);
    await limit(c.env.LOGIN_LIMIT, `confirm ${c.var.user.id}`, TOO_MANY_TRIES);
    await confirmIdentity(db, c.req.raw.headers, c.req.valid('json').password);
    await deleteAccount({ db, sessions: c.env.CHAT_SESSIONS }, c.var.user.id);
    setCookies(c, await endSession(db, { headers: c.req.raw.headers, url: c.req.url }));
    return c.json({ success: true });
  })
  .put('/user/profile', requireUser, validJson(profileSchema), async (c) => {
    const row = await updateProfile(createDatabase(c.env.DB), c.var.user.id, c.req.valid('json'));
    if (!row) throw new AppError('not_found', 'Not found');
    return c.json(publicUser(row));
  });
