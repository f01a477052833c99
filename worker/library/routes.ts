import { Hono } from 'hono';
import { idParamSchema, pageQuerySchema } from '../../schema/wire/common.ts';
import {
  saveInsightSchema,
  updateInsightHeadersSchema,
  updateInsightSchema,
} from '../../schema/wire/library.ts';
import { requireUser } from '../accounts/require-user.ts';
import { CONVERSATION_NOT_FOUND } from '../chat/conversation.ts';
import { deleteConversations } from '../chat/delete-conversations.ts';
import { deleteConversation, findConversation, listConversations } from '../chat/history-store.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { oneAtATime } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validHeaders, validJson, validParam, validQuery } from '../platform/requests/validate.ts';
import { toConversation, toHistoryPage } from './chat-history.ts';
import { editInsight, readInsight, saveInsight, toInsightsPage } from './saved-insights.ts';
import { deleteSavedInsight, listSavedInsights } from './store.ts';

/** Mounted at /api/user. */
export const libraryRoutes = new Hono<AppEnv>()
  .get('/insights', requireUser, validQuery(pageQuerySchema), async (c) => {
    const { cursor } = c.req.valid('query');
    const rows = await listSavedInsights(createDatabase(c.env.DB), c.var.user.id, cursor);
    return c.json(toInsightsPage(rows));
  })
  .get('/insights/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await readInsight(createDatabase(c.env.DB), c.var.user.id, id));
  })
  .post('/insights', requireUser, oneAtATime, validJson(saveInsightSchema), async (c) => {
    const { episodeId, insight } = c.req.valid('json');
    const db = createDatabase(c.env.DB);
    const { saved, isNew } = await saveInsight(db, c.var.user.id, episodeId, insight);
    return c.json(saved, isNew ? 201 : 200);
  })
  .put(
    '/insights/:id',
    requireUser,
    oneAtATime,
    validParam(idParamSchema),
    validHeaders(updateInsightHeadersSchema),
    validJson(updateInsightSchema),
    async (c) => {
      const { id } = c.req.valid('param');
      const { 'If-Match': notesHash = null } = c.req.valid('header');
      const db = createDatabase(c.env.DB);
      return c.json(await editInsight(db, c.var.user.id, id, c.req.valid('json'), notesHash));
    },
  )
  .delete('/insights/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const isGone = await deleteSavedInsight(createDatabase(c.env.DB), c.var.user.id, id);
    if (!isGone) throw new AppError('not_found', 'Insight not found');
    return c.json({ success: true });
  })
  .get('/chat-sessions', requireUser, validQuery(pageQuerySchema), async (c) => {
    const { cursor } = c.req.valid('query');
    const rows = await listConversations(createDatabase(c.env.DB), c.var.user.id, cursor);
    return c.json(toHistoryPage(rows));
  })
  .get('/chat-sessions/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const row = await findConversation(createDatabase(c.env.DB), c.var.user.id, id);
    if (!row) throw new AppError('not_found', CONVERSATION_NOT_FOUND);
    return c.json(toConversation(row));
  })
  .delete('/chat-sessions/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const db = createDatabase(c.env.DB);
    const isGone = await deleteConversation(db, c.var.user.id, id);
    if (!isGone) throw new AppError('not_found', CONVERSATION_NOT_FOUND);
    await deleteConversations({ db, sessions: c.env.CHAT_SESSIONS }, [id]);
    return c.json({ success: true });
  });
