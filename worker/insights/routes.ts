import { Hono } from 'hono';
import { episodeIdParamSchema } from '../../schema/wire/common.ts';
import {
  type ChatSessionInit,
  type InsightReply,
  insightsQuerySchema,
} from '../../schema/wire/insights.ts';
import { requireUser } from '../accounts/require-user.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { openSession } from '../chat/open-session.ts';
import { findEpisode } from '../episodes/store.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validParam, validQuery } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { canTranscribe } from '../transcripts/transcription/speech-to-text.ts';
import { quotaNow, remainingGenerations } from './quota.ts';
import { isTranscriptUnavailable, knownInsight, startInsight } from './start-insight.ts';
import { findGeneration } from './store.ts';

/** Mounted at /api/podcasts/episodes. */
export const insightRoutes = new Hono<AppEnv>()
  .post(
    '/:episodeId/insights',
    requireUser,
    validParam(episodeIdParamSchema),
    validQuery(insightsQuerySchema),
    async (c) => {
      const db = createDatabase(c.env.DB);
      const episode = await findEpisode(db, c.var.user.id, c.req.valid('param').episodeId);
      if (!episode) throw new AppError('not_found', 'Episode not found');
      const { user } = c.var;
      const deps = {
        db,
        queue: c.env.INSIGHT_QUEUE,
        assistant: assistantFor(c.env),
        quota: quotaNow(settingsOf(c.env)),
        canTranscribe: canTranscribe(c.env),
      };
      const started =
        c.req.valid('query').generate === 'true'
          ? await startInsight(deps, user, episode)
          : await knownInsight(db, user.id, episode.id);
      const session = await openSession(c.env, user.id, episode.id);
      const reply: ChatSessionInit = {
        success: true,
        type: 'chat_session_init',
        data: {
          session,
          initialInsight: started.insight,
          episode: {
            id: episode.id,
            title: episode.title,
            isYoutubeShort: episode.isYoutubeShort,
            transcriptUnavailable: isTranscriptUnavailable(episode, deps.canTranscribe),
          },
          insightStatus: started.status,
        },
        remainingFollowUps: session.remainingFollowUps,
      };
      return c.json(reply);
    },
  )
  .get('/:episodeId/insights', requireUser, validParam(episodeIdParamSchema), async (c) => {
    const db = createDatabase(c.env.DB);
    const { episodeId } = c.req.valid('param');
    const [episode, generation] = await Promise.all([
      findEpisode(db, c.var.user.id, episodeId),
      findGeneration(db, c.var.user.id, episodeId),
    ]);
    if (!episode) throw new AppError('not_found', 'Episode not found');
    const initialInsight = generation?.insight ?? null;
    const status = generation?.status ?? 'none';
    const reply: InsightReply = {
      data: {
        initialInsight,
        status: status === 'done' && initialInsight === null ? 'none' : status,
        error: generation?.error ?? null,
      },
    };
    return c.json(reply);
  });

/** Mounted at /api/user. */
export const generationRoutes = new Hono<AppEnv>().get(
  '/remaining-generations',
  requireUser,
  async (c) => {
    const db = createDatabase(c.env.DB);
    const quota = quotaNow(settingsOf(c.env));
    return c.json({ remaining: await remainingGenerations(db, c.var.user.id, quota) });
  },
);
