import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import type { CacheStatus } from '../../schema/wire/episodes.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { validParam } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { canTranscribe } from '../transcripts/transcription/speech-to-text.ts';
import { feedStatuses } from './feed-status.ts';
import { fetchRecent } from './fetch-recent.ts';
import { findNextFetch } from './fetch-window.ts';
import { recentEpisodes } from './recent-episodes.ts';
import { refreshDeps } from './refresh-deps.ts';
import { refreshOne } from './refresh-one.ts';

/** Mounted at /api/podcasts. */
export const episodeRoutes = new Hono<AppEnv>()
  .get('/recent-episodes', requireUser, async (c) => {
    const { EPISODES_PER_PODCAST } = settingsOf(c.env);
    const db = createDatabase(c.env.DB);
    return c.json(
      await recentEpisodes(db, c.var.user.id, EPISODES_PER_PODCAST, canTranscribe(c.env)),
    );
  })
  .get('/cache-status', requireUser, async (c) => {
    const db = createDatabase(c.env.DB);
    const [next, feeds] = await Promise.all([
      findNextFetch(db, c.var.user.id),
      feedStatuses(db, c.var.user.id),
    ]);
    const reply: CacheStatus = { nextFetchWindow: next?.toISOString() ?? null, feeds };
    return c.json(reply);
  })
  .post('/:id/refresh', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    await limit(c.env.QUESTION_LIMIT, `refresh ${c.var.user.id}`, TOO_MANY_QUESTIONS);
    return c.json(await refreshOne(refreshDeps(c.env), c.var.user.id, id));
  })
  .post('/fetch-recent', requireUser, async (c) => {
    const reply = await fetchRecent(refreshDeps(c.env), c.env.REFRESH_QUEUE, c.var.user.id, {
      windowDays: settingsOf(c.env).FETCH_WINDOW_DAYS,
      canTranscribe: canTranscribe(c.env),
    });
    return c.json(reply);
  });
