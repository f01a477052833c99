/** The door of `/ws`: who may open a socket to a conversation. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { idSchema } from '../../schema/wire/common.ts';
import { requireUser } from '../accounts/require-user.ts';
import { sessionIdOf } from '../accounts/sessions.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { isCrossOrigin } from '../platform/request-rules.ts';
import { CONVERSATION_GONE } from './conversation.ts';
import { findSessionOwner } from './store.ts';

const TOO_MANY_SOCKETS = 'This conversation is open in too many places. Please close some.';

/** A handshake is a GET that no CORS rule guards: the cookie alone must not be enough. */
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

export const socketRoutes = new Hono<AppEnv>().get('/', ownUpgrade, requireUser, async (c) => {
  const sessionId = idSchema.safeParse(c.req.query('sessionId')).data;
  const owner = sessionId && (await findSessionOwner(createDatabase(c.env.DB), sessionId));
  if (!owner) throw new AppError('not_found', 'There is no such conversation');
  if (owner.userId !== c.var.user.id) {
    throw new AppError('forbidden', 'This conversation belongs to someone else');
  }
  const url = new URL('https://chat-session/');
  url.searchParams.set('userId', owner.userId);
  url.searchParams.set('signIn', (await sessionIdOf(c.req.raw)) ?? '');
  const handshake = new Request(url, { headers: { Upgrade: 'websocket' } });
  const reply = await c.env.CHAT_SESSIONS.getByName(sessionId).fetch(handshake);
  if (reply.status === 429) throw new AppError('too_many_requests', TOO_MANY_SOCKETS);
  // Deleted since its row was read.
  if (reply.status !== 101) throw new AppError('not_found', CONVERSATION_GONE);
  return reply;
});
