import { Hono } from 'hono';
import {
  deleteAccountSchema,
  loginSchema,
  profileUpdateSchema,
  registerSchema,
} from '../../schema/wire/accounts.ts';
import { createDatabase } from '../platform/database.ts';
import { withKeyedLock } from '../platform/keyed-lock.ts';
import { describeError, log } from '../platform/logging.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { clientAddress, limit, TOO_MANY_TRIES } from '../platform/requests/rate-limit.ts';
import { setCookies } from '../platform/requests/set-cookies.ts';
import { validJson } from '../platform/requests/validate.ts';
import { changeProfile } from './change-profile.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { logUserIn } from './log-user-in.ts';
import { checkLogin, register } from './login.ts';
import { placesOf } from './login-places.ts';
import { requireSession, requireUser } from './require-user.ts';
import type { PersonalRooms } from './rooms.ts';
import { clearedCookies, endSession } from './sessions.ts';
import { deleteUser, findUser, publicUser, usernameKey } from './store.ts';

/** Mounted at /api. */
export const createAccountRoutes = (rooms: PersonalRooms) =>
  new Hono<AppEnv>()
    .post('/login', validJson(loginSchema), async (c) => {
      const login = c.req.valid('json');
      const address = clientAddress(c.req.raw.headers);
      await limit(c.env.ADDRESS_LIMIT, address, TOO_MANY_TRIES);
      await limit(c.env.LOGIN_LIMIT, `${address} ${usernameKey(login.username)}`, TOO_MANY_TRIES);
      const places = await placesOf(c.req.raw);
      const db = createDatabase(c.env.DB);
      const user = await withKeyedLock(`login ${address}`, () => checkLogin(db, login, places));
      await logUserIn(c, rooms, user.id, user.passwordHash);
      setCookies(c, [places.cookie]);
      return c.json({ user: publicUser(user) });
    })
    .post('/register', validJson(registerSchema), async (c) => {
      const address = clientAddress(c.req.raw.headers);
      await limit(c.env.REGISTER_LIMIT, address, TOO_MANY_TRIES);
      const places = await placesOf(c.req.raw);
      const db = createDatabase(c.env.DB);
      const account = c.req.valid('json');
      const user = await withKeyedLock(`login ${address}`, () => register(db, account, places));
      try {
        await logUserIn(c, rooms, user.id, user.passwordHash);
      } catch (error) {
        // Or the next try would find the name taken.
        await deleteUser(db, user.id);
        throw error;
      }
      setCookies(c, [places.cookie]);
      return c.json({ user: publicUser(user) }, 201);
    })
    .post('/logout', async (c) => {
      const ended = await endSession(createDatabase(c.env.DB), c.req.raw);
      if (ended) c.executionCtx.waitUntil(rooms.endSockets(c.env, ended.userId, [ended.id]));
      setCookies(c, clearedCookies(c.req.url));
      return c.json({ success: true });
    })
    .get('/user', requireUser, (c) => c.json(c.var.user))
    .delete('/user', requireSession, validJson(deleteAccountSchema), async (c) => {
      const deps = { db: createDatabase(c.env.DB), limiter: c.env.LOGIN_LIMIT };
      const { password } = c.req.valid('json');
      await confirmIdentity(deps, c.req.raw, { password, field: 'password' });
      const { id } = c.var.user;
      try {
        for (const deleteAllOf of rooms.deleteAllOf) await deleteAllOf(c.env, id);
      } catch (error) {
        if (await findUser(deps.db, id)) throw error;
        // The account is gone; an error would say that it isn't.
        log.error('account_deleted_with_error', { userId: id, error: describeError(error) });
      }
      setCookies(c, clearedCookies(c.req.url));
      return c.json({ success: true });
    })
    .put('/user/profile', requireUser, validJson(profileUpdateSchema), async (c) => {
      const deps = { db: createDatabase(c.env.DB), limiter: c.env.LOGIN_LIMIT };
      return c.json(await changeProfile(deps, c.req.raw, c.var.user, c.req.valid('json')));
    });
