import { Hono } from 'hono';
import {
  type ChatReplyChunk,
  type ConversationReply,
  chatRequestSchema,
  chatStopSchema,
  conversationQuerySchema,
} from '../../schema/wire/chat.ts';
import { episodeIdParamSchema } from '../../schema/wire/common.ts';
import { requireUser } from '../accounts/require-user.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { rateLimited } from '../platform/rate-limit.ts';
import { validJson, validParam, validQuery } from '../platform/validate.ts';
import { CONVERSATION_GONE, type Refusal } from './conversation.ts';
import { guardReply, NDJSON, readWholeReply } from './reply-stream.ts';
import { findLatestSessionId, findSessionOwner, listSavedHashes } from './store.ts';

/** Returns the object of a conversation; 404 unless it belongs to this user and this episode. */
async function conversationOf(env: Env, userId: string, episodeId: string, sessionId: string) {
  const owner = await findSessionOwner(createDatabase(env.DB), sessionId);
  if (owner?.userId !== userId || owner.episodeId !== episodeId) {
    throw new AppError('not_found', 'Conversation not found');
  }
  return env.CHAT_SESSIONS.getByName(sessionId);
}

export const chatRoutes = new Hono<AppEnv>()
  .get(
    '/:episodeId/chat',
    requireUser,
    validParam(episodeIdParamSchema),
    validQuery(conversationQuerySchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      const userId = c.var.user.id;
      const { sessionId } = c.req.valid('query');
      const id =
        sessionId ?? (await findLatestSessionId(createDatabase(c.env.DB), userId, episodeId));
      if (id === null) return c.json<ConversationReply>({ conversation: null });
      const object = await conversationOf(c.env, userId, episodeId, id);
      const conversation = await object.read(userId);
      // Deleted since its row was read.
      if (conversation === null) throw new AppError('not_found', CONVERSATION_GONE);
      return c.json<ConversationReply>({ conversation });
    },
  )
  /** The SHA-256 hashes of an episode's saved texts, to tell which answers are already saved. */
  .get('/:episodeId/saved-texts', requireUser, validParam(episodeIdParamSchema), async (c) => {
    const { episodeId } = c.req.valid('param');
    const db = createDatabase(c.env.DB);
    return c.json({ hashes: await listSavedHashes(db, c.var.user.id, episodeId) });
  })
  .post(
    '/:episodeId/chat',
    requireUser,
    validParam(episodeIdParamSchema),
    validJson(chatRequestSchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      const { id = crypto.randomUUID(), message, sessionId } = c.req.valid('json');
      const userId = c.var.user.id;
      const conversation = await conversationOf(c.env, userId, episodeId, sessionId);
      const asked = await conversation.ask(userId, { id, question: message });
      if (asked.status === 'refused') throw refused(asked.refusal);
      if (c.req.header('Accept')?.includes(NDJSON)) {
        return c.body(guardReply(asked.stream, sessionId), 200, { 'Content-Type': NDJSON });
      }
      const reply = await readWholeReply(asked.stream, sessionId);
      if (reply.error) throw new AppError('bad_gateway', reply.details ?? reply.error);
      const whole: ChatReplyChunk = { ...reply, streaming: false };
      return c.json(whole);
    },
  )
  .post(
    '/:episodeId/chat/stop',
    requireUser,
    validParam(episodeIdParamSchema),
    validJson(chatStopSchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      const { sessionId } = c.req.valid('json');
      const conversation = await conversationOf(c.env, c.var.user.id, episodeId, sessionId);
      await conversation.stopAnswer();
      return c.json({ success: true });
    },
  );

function refused({ code, message }: Refusal): AppError {
  return code === 'too_many_requests' ? rateLimited(message) : new AppError(code, message);
}
