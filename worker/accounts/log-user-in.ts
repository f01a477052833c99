import type { Context } from 'hono';
import { createDatabase } from '../platform/database.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { setCookies } from '../platform/requests/set-cookies.ts';
import { settingsOf } from '../platform/settings.ts';
import type { PersonalRooms } from './rooms.ts';
import { startSession } from './sessions.ts';

/**
 * Gives the request's browser a session, and closes the sockets of sessions that it ends.
 *
 * @param passwordHash what the password was checked against; without one, another service vouches
 * @throws AppError 401 if the password has changed since
 */
export async function logUserIn(
  c: Context<AppEnv>,
  rooms: PersonalRooms,
  userId: string,
  passwordHash?: string | null,
): Promise<void> {
  const { cookies, endedIds } = await startSession(createDatabase(c.env.DB), userId, {
    url: c.req.url,
    days: settingsOf(c.env).SESSION_DAYS,
    userAgent: c.req.header('User-Agent'),
    passwordHash,
  });
  c.executionCtx.waitUntil(rooms.endSockets(c.env, userId, endedIds));
  setCookies(c, cookies);
}
