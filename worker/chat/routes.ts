import { Hono } from 'hono';
import {
  chatRequestSchema,
  chatStopSchema,
  conversationQuerySchema,
} from '../../schema/wire/chat.ts';
import { episodeIdParamSchema, writeIdHeadersSchema } from '../../schema/wire/common.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validHeaders, validJson, validParam, validQuery } from '../platform/requests/validate.ts';
import { conversationOf, readConversation, replyToQuestion } from './replies.ts';
import { listSavedHashes } from './store.ts';

/** Mounted at /api/podcasts/episodes. */
export const chatRoutes = new Hono<AppEnv>()
  .get(
    '/:episodeId/chat',
    requireUser,
    validParam(episodeIdParamSchema),
    validQuery(conversationQuerySchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      const { sessionId } = c.req.valid('query');
      return c.json(await readConversation(c.env, c.var.user.id, episodeId, sessionId));
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
    validHeaders(writeIdHeadersSchema),
    validJson(chatRequestSchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      return replyToQuestion(c, episodeId, c.req.valid('json'), c.req.valid('header'));
    },
  )
  .post(
    '/:episodeId/chat/stop',
    requireUser,
    validParam(episodeIdParamSchema),
    validJson(chatStopSchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      const { id, sessionId } = c.req.valid('json');
      const conversation = await conversationOf(c.env, c.var.user.id, episodeId, sessionId);
      await conversation.stopAnswer(id);
      return c.json({ success: true });
    },
  );
