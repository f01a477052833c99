/** The entry point of `/ws`: who may open a socket to a conversation. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { LOGIN_NEEDED } from '../../schema/wire/chat-texts.ts';
import { idSchema } from '../../schema/wire/common.ts';
import { requireSession } from '../accounts/require-user.ts';
import { sessionIdOf } from '../accounts/sessions.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { withKeyedLock } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit } from '../platform/requests/rate-limit.ts';
import { isCrossOrigin } from '../platform/requests/request-rules.ts';
import { CONVERSATION_GONE, CONVERSATION_NOT_FOUND } from './conversation.ts';
import { insertSocket } from './socket-store.ts';

const TOO_MANY_HANDSHAKES = 'Too many connections. Please wait a minute and try again.';
const TOO_MANY_SOCKETS = 'This conversation is open in too many places. Please close some.';

/** A handshake is a GET request without CORS protection, so the cookie alone is not enough. */
const ownUpgrade = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    throw new AppError('upgrade_required', 'Open a WebSocket here', {
      headers: { Upgrade: 'websocket' },
    });
  }
  if (isCrossOrigin(c.req.raw)) {
    throw new AppError('forbidden', 'Requests from other sites are refused');
  }
  await next();
});

/** Limits handshakes before anything is read, so that refused and waiting ones cost nothing. */
const fewOfSession = createMiddleware<AppEnv>(async (c, next) => {
  const loginId = await sessionIdOf(c.req.raw);
  if (loginId === null) return next();
  await limit(c.env.SOCKET_LIMIT, loginId, TOO_MANY_HANDSHAKES);
  return withKeyedLock(loginId, next);
});

/**
 * Mounted at /ws: 101, or 401 without a session, 403 from another site or for another user's conversation,
 * 404 for none, 426 without an upgrade, 429 for too many handshakes or sockets.
 */
export const socketRoutes = new Hono<AppEnv>().get(
  '/',
  ownUpgrade,
  fewOfSession,
  requireSession,
  async (c) => {
    const userId = c.var.user.id;
    // A person may have several sessions.
    await limit(c.env.SOCKET_LIMIT, userId, TOO_MANY_HANDSHAKES);
    const sessionId = idSchema.safeParse(c.req.query('sessionId')).data;
    const episodeId = c.req.query('episodeId');
    const loginId = await sessionIdOf(c.req.raw);
    if (!sessionId) throw new AppError('not_found', CONVERSATION_NOT_FOUND);
    const db = createDatabase(c.env.DB);
    const { ownerId, loginExpiresAt } = await insertSocket(
      db,
      sessionId,
      loginId ?? '',
      // Empty for all podcasts. Clients that don't name an episode get any conversation.
      episodeId === '' ? null : episodeId,
    );
    if (ownerId === null) throw new AppError('not_found', CONVERSATION_NOT_FOUND);
    if (ownerId !== userId) {
      throw new AppError('forbidden', 'This conversation belongs to someone else');
    }
    // Ended since its row was read.
    if (loginId === null || loginExpiresAt === null)
      throw new AppError('unauthorized', LOGIN_NEEDED);
    const url = new URL('https://chat-session/');
    url.searchParams.set('userId', userId);
    url.searchParams.set('loginId', loginId);
    url.searchParams.set('loginExpiresAt', String(loginExpiresAt.getTime()));
    const handshake = new Request(url, { headers: { Upgrade: 'websocket' } });
    const reply = await c.env.CHAT_SESSIONS.getByName(sessionId).fetch(handshake);
    if (reply.status === 101) return reply;
    if (reply.status === 429) throw new AppError('too_many_requests', TOO_MANY_SOCKETS);
    if (reply.status === 401) throw new AppError('unauthorized', LOGIN_NEEDED);
    // Deleted since its row was read.
    throw new AppError('not_found', CONVERSATION_GONE);
  },
);
