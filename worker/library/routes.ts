import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import { saveInsightSchema, updateInsightSchema } from '../../schema/wire/library.ts';
import { requireUser } from '../accounts/require-user.ts';
import { deleteConversations } from '../chat/delete-conversations.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { validJson, validParam } from '../platform/validate.ts';
import { toConversations } from './chat-history.ts';
import { editInsight, groupByPodcast, saveInsight } from './saved-insights.ts';
import {
  deleteChatSession,
  deleteSavedInsight,
  listChatHistory,
  listSavedInsights,
} from './store.ts';

/** Mounted at /api/user. */
export const libraryRoutes = new Hono<AppEnv>()
  .get('/insights', requireUser, async (c) => {
    const rows = await listSavedInsights(createDatabase(c.env.DB), c.var.user.id);
    return c.json({ podcastGroups: groupByPodcast(rows) });
  })
  .post('/insights', requireUser, validJson(saveInsightSchema), async (c) => {
    const { episodeId, insight } = c.req.valid('json');
    const db = createDatabase(c.env.DB);
    const { saved, isNew } = await saveInsight(db, c.var.user.id, episodeId, insight);
    return c.json(saved, isNew ? 201 : 200);
  })
  .put(
    '/insights/:id',
    requireUser,
    validParam(idParamSchema),
    validJson(updateInsightSchema),
    async (c) => {
      const { id } = c.req.valid('param');
      const db = createDatabase(c.env.DB);
      return c.json(await editInsight(db, c.var.user.id, id, c.req.valid('json')));
    },
  )
  .delete('/insights/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const isGone = await deleteSavedInsight(createDatabase(c.env.DB), c.var.user.id, id);
    if (!isGone) throw new AppError('not_found', 'Insight not found');
    return c.json({ success: true });
  })
  .get('/chat-sessions', requireUser, async (c) => {
    const rows = await listChatHistory(createDatabase(c.env.DB), c.var.user.id);
    return c.json({ chatSessions: toConversations(rows) });
  })
  .delete('/chat-sessions/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const isGone = await deleteChatSession(createDatabase(c.env.DB), c.var.user.id, id);
    if (!isGone) throw new AppError('not_found', 'Conversation not found');
    await deleteConversations(c.env.CHAT_SESSIONS, [id]);
    return c.json({ success: true });
  });
