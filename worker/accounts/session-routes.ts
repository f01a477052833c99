import { Hono } from 'hono';
import {
  passwordChangeSchema,
  type SessionInfo,
  sessionParamSchema,
} from '../../schema/wire/accounts.ts';
import { LOGIN_NEEDED } from '../../schema/wire/chat-texts.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { setCookies } from '../platform/requests/set-cookies.ts';
import { validJson, validParam } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { deviceName } from './device-name.ts';
import { placesOf } from './login-places.ts';
import { deleteKnownPlaces, recordSuccess } from './login-store.ts';
import { hashPassword } from './passwords.ts';
import { requireSession } from './require-user.ts';
import type { PersonalRooms } from './rooms.ts';
import {
  deleteOwnSession,
  deleteSessionsOf,
  listSessions,
  replacePassword,
} from './session-store.ts';
import { clearedCookies, renewToken, sessionIdOf } from './sessions.ts';
import { deleteTokens } from './token-store.ts';

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Mounted at /api/user. */
export const createSessionRoutes = (rooms: PersonalRooms) =>
  new Hono<AppEnv>()
    .put('/password', requireSession, validJson(passwordChangeSchema), async (c) => {
      const db = createDatabase(c.env.DB);
      const userId = c.var.user.id;
      const { currentPassword, password } = c.req.valid('json');
      await confirmIdentity({ db, limiter: c.env.LOGIN_LIMIT }, c.req.raw, {
        password: currentPassword,
        field: 'currentPassword',
      });
      const passwordHash = await hashPassword(password);
      const days = settingsOf(c.env).SESSION_DAYS;
      const renewed = await renewToken(c.req.raw, { url: c.req.url, days });
      if (!renewed) throw new AppError('unauthorized', LOGIN_NEEDED);
      const { session, cookies } = renewed;
      // Locks out anyone who knew the old password or this session's token, in one transaction: renews the
      // token, ends the other sessions, revokes all access tokens and feed addresses, and forgets the
      // known places.
      const [, current, ended] = await db.batch([
        ...replacePassword(db, userId, passwordHash, session),
        deleteTokens(db, userId),
        deleteKnownPlaces(db, userId),
        ...rooms.revocations.map((revocation) => revocation(db, userId)),
      ]);
      if (current.length === 0) throw new AppError('unauthorized', LOGIN_NEEDED);
      const places = await placesOf(c.req.raw);
      await recordSuccess(db, userId, places.hashes, null);
      setCookies(c, [...cookies, places.cookie]);
      // This session's sockets were opened with the old token. Its own browser opens them again.
      const endedIds = [session.id, ...idsOf(ended)];
      c.executionCtx.waitUntil(rooms.endSockets(c.env, userId, endedIds));
      return c.json({ success: true });
    })
    .get('/sessions', requireSession, async (c) => {
      const current = await sessionIdOf(c.req.raw);
      const rows = await listSessions(createDatabase(c.env.DB), c.var.user.id, new Date());
      const sessions = rows.map(
        ({ id, userAgent, signedInAt, lastUsedAt }): SessionInfo => ({
          id,
          device: deviceName(userAgent),
          signedInAt: signedInAt.toISOString(),
          lastUsedAt: lastUsedAt.getTime() === 0 ? null : lastUsedAt.toISOString(),
          isCurrent: id === current,
        }),
      );
      return c.json({ sessions });
    })
    .delete('/sessions', requireSession, async (c) => {
      const userId = c.var.user.id;
      const ended = await deleteSessionsOf(createDatabase(c.env.DB), userId);
      c.executionCtx.waitUntil(rooms.endSockets(c.env, userId, idsOf(ended)));
      setCookies(c, clearedCookies(c.req.url));
      return c.json({ success: true });
    })
    .delete('/sessions/:id', requireSession, validParam(sessionParamSchema), async (c) => {
      const userId = c.var.user.id;
      const { id } = c.req.valid('param');
      const isEnded = await deleteOwnSession(createDatabase(c.env.DB), userId, id);
      if (!isEnded) throw new AppError('not_found', 'Session not found');
      c.executionCtx.waitUntil(rooms.endSockets(c.env, userId, [id]));
      if (id === (await sessionIdOf(c.req.raw))) setCookies(c, clearedCookies(c.req.url));
      return c.json({ success: true });
    });
