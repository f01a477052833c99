/** Conversations about all of a user's podcasts. */
import { Hono } from 'hono';
import {
  type AskReply,
  chatRequestSchema,
  chatStopSchema,
  conversationQuerySchema,
} from '../../schema/wire/chat.ts';
import { writeIdHeadersSchema } from '../../schema/wire/common.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validHeaders, validJson, validQuery } from '../platform/requests/validate.ts';
import { isScopeEmpty } from '../search/scope.ts';
import { openSession } from './open-session.ts';
import { conversationOf, readConversation, replyToQuestion } from './replies.ts';
import { listSavedHashes } from './store.ts';

/** Mounted at /api/ask. */
export const askRoutes = new Hono<AppEnv>()
  .get('/', requireUser, validQuery(conversationQuerySchema), async (c) => {
    const { sessionId } = c.req.valid('query');
    return c.json(await readConversation(c.env, c.var.user.id, null, sessionId));
  })
  /** Opens a conversation without questions. */
  .post('/', requireUser, async (c) => {
    const { id, remainingFollowUps } = await openSession(c.env, c.var.user.id, null);
    return c.json<AskReply>({ session: { id, remainingFollowUps } }, 201);
  })
  .post(
    '/chat',
    requireUser,
    validHeaders(writeIdHeadersSchema),
    validJson(chatRequestSchema),
    (c) => replyToQuestion(c, null, c.req.valid('json'), c.req.valid('header')),
  )
  .post('/chat/stop', requireUser, validJson(chatStopSchema), async (c) => {
    const { id, sessionId } = c.req.valid('json');
    const conversation = await conversationOf(c.env, c.var.user.id, null, sessionId);
    await conversation.stopAnswer(id);
    return c.json({ success: true });
  })
  /** Whether a question has anything to be answered from. */
  .get('/material', requireUser, async (c) => {
    return c.json({ isEmpty: await isScopeEmpty(createDatabase(c.env.DB), c.var.user.id) });
  })
  /** The SHA-256 hashes of all saved texts, to tell which answers are already saved. */
  .get('/saved-texts', requireUser, async (c) => {
    const db = createDatabase(c.env.DB);
    return c.json({ hashes: await listSavedHashes(db, c.var.user.id, null) });
  });
