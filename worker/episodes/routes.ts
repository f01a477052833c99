import { Hono } from 'hono';
import { episodeIdParamSchema, idParamSchema } from '../../schema/wire/common.ts';
import type { CacheStatus, FetchRecentReply, TranscriptReply } from '../../schema/wire/episodes.ts';
import { requireUser } from '../accounts/require-user.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/rate-limit.ts';
import { settingsOf } from '../platform/settings.ts';
import { validParam } from '../platform/validate.ts';
import { findTranscript, transcriptDeps } from '../transcripts/find-transcript.ts';
import { readStoredText } from '../transcripts/store.ts';
import { canTranscribe } from '../transcripts/transcription.ts';
import { feedStatuses } from './feed-status.ts';
import { fetchRecent } from './fetch-recent.ts';
import { findNextFetch } from './fetch-window.ts';
import { recentEpisodes } from './recent-episodes.ts';
import { refreshDeps } from './refresh-deps.ts';
import { refreshOne } from './refresh-one.ts';
import { findEpisode, isSubscribed } from './store.ts';

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
    const settings = settingsOf(c.env);
    const deps = refreshDeps(c.env);
    const { status, message, nextFetchWindow } = await fetchRecent(
      deps,
      c.env.REFRESH_QUEUE,
      c.var.user.id,
      settings.FETCH_WINDOW_DAYS,
    );
    const reply: FetchRecentReply = {
      episodes: await recentEpisodes(
        deps.db,
        c.var.user.id,
        settings.EPISODES_PER_PODCAST,
        canTranscribe(c.env),
      ),
      status,
      message,
      nextFetchWindow: nextFetchWindow?.toISOString() ?? null,
      feeds: await feedStatuses(deps.db, c.var.user.id),
    };
    return c.json(reply);
  })
  .get(
    '/episodes/:episodeId/transcript',
    requireUser,
    validParam(episodeIdParamSchema),
    async (c) => {
      const { episodeId } = c.req.valid('param');
      const db = createDatabase(c.env.DB);
      const userId = c.var.user.id;
      const episode = await findEpisode(db, episodeId);
      if (!episode) throw new AppError('not_found', 'Episode not found');
      if (episode.transcriptStatus !== 'ready') {
        await limit(c.env.QUESTION_LIMIT, `transcript ${userId}`, TOO_MANY_QUESTIONS);
      }
      const { title, isYoutubeShort, audioUrl, youtubeVideoId } = episode;
      const mayTranscribe = await isSubscribed(db, userId, episode.podcastId);
      const found = await findTranscript(transcriptDeps(c.env, { mayTranscribe }), episodeId);
      const transcript =
        found.status === 'ready' ? await readStoredText(c.env.TRANSCRIPTS, episodeId) : null;
      if (found.status === 'unavailable' || transcript === null) {
        throw new AppError('not_found', "This episode doesn't have a transcript available.", {
          details: { title, transcriptUnavailable: true, isYoutubeShort },
        });
      }
      return c.json({
        title,
        transcript,
        lines: found.transcript.lines,
        transcriptUnavailable: false,
        isYoutubeShort,
        audioUrl,
        youtubeVideoId,
      } satisfies TranscriptReply);
    },
  );
