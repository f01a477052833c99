import { Hono } from 'hono';
import { type ChatReplyChunk, chatRequestSchema } from '../../schema/wire/chat.ts';
import { episodeIdParamSchema } from '../../schema/wire/common.ts';
import { requireUser } from '../accounts/require-user.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { validJson, validParam } from '../platform/validate.ts';
import { guardReply, NDJSON, readWholeReply } from './reply-stream.ts';
import { findSessionOwner } from './store.ts';

export const chatRoutes = new Hono<AppEnv>().post(
  '/:episodeId/chat',
  requireUser,
  validParam(episodeIdParamSchema),
  validJson(chatRequestSchema),
  async (c) => {
    const { episodeId } = c.req.valid('param');
    const { message, sessionId } = c.req.valid('json');
    const userId = c.var.user.id;
    const owner = await findSessionOwner(createDatabase(c.env.DB), sessionId);
    if (owner?.userId !== userId || owner.episodeId !== episodeId) {
      throw new AppError('not_found', 'There is no such conversation');
    }
    const asked = await c.env.CHAT_SESSIONS.getByName(sessionId).ask(userId, message);
    if (asked.status === 'refused') throw new AppError(asked.refusal.code, asked.refusal.message);
    if (c.req.header('Accept')?.includes(NDJSON)) {
      return c.body(guardReply(asked.stream, sessionId), 200, { 'Content-Type': NDJSON });
    }
    const reply = await readWholeReply(asked.stream, sessionId);
    if (reply.error) throw new AppError('bad_gateway', reply.details ?? reply.error);
    const whole: ChatReplyChunk = { ...reply, streaming: false };
    return c.json(whole);
  },
);
