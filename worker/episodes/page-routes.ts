import { Hono } from 'hono';
import { episodeIdParamSchema } from '../../schema/wire/common.ts';
import type { EpisodePage } from '../../schema/wire/episode-page.ts';
import { requireUser } from '../accounts/require-user.ts';
import { notesFrom } from '../feeds/notes.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { fetchOutsideFor } from '../platform/outbound/fetch-outside-for.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { validParam } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { asksOutside, findChapters } from './find-chapters.ts';
import { type EpisodePageRow, type FoundChapters, findEpisodePage } from './page-store.ts';
import { renderNotes } from './render-notes.ts';

/** Mounted at /api/podcasts. */
export const pageRoutes = new Hono<AppEnv>().get(
  '/episodes/:episodeId',
  requireUser,
  validParam(episodeIdParamSchema),
  async (c) => {
    const db = createDatabase(c.env.DB);
    const row = await findEpisodePage(db, c.var.user.id, c.req.valid('param').episodeId);
    if (!row) throw new AppError('not_found', 'Episode not found');
    if (asksOutside(row)) {
      await limit(c.env.QUESTION_LIMIT, `chapters ${c.var.user.id}`, TOO_MANY_QUESTIONS);
    }
    const found = await findChapters(
      {
        db,
        bucket: c.env.TRANSCRIPTS,
        fetchOutside: fetchOutsideFor(c.env),
        userId: c.var.user.id,
        retryHours: settingsOf(c.env).TRANSCRIPT_RETRY_HOURS,
      },
      row,
    );
    return c.json(toPage(row, found));
  },
);

function toPage(
  { episode, podcastTitle, page }: EpisodePageRow,
  found: FoundChapters,
): EpisodePage {
  const { id, podcastId, title, publishedAt, durationSeconds, number, season, type } = episode;
  const { isExplicit, link, audioUrl, youtubeVideoId, isYoutubeShort, description } = episode;
  // Episodes read before pages were introduced only have a plain description.
  const words = () => notesFrom(description, { isHtml: false, base: link ?? 'https://invalid/' });
  return {
    id,
    podcastId,
    podcastTitle,
    title,
    publishedAt: publishedAt?.toISOString() ?? null,
    durationSeconds,
    number,
    season,
    type,
    explicit: isExplicit,
    link,
    hasPicture: episode.imageUrl !== null,
    notes: page?.notes || renderNotes(words()),
    chapters: found.chapters,
    chaptersSource: found.chapters.length > 0 ? found.source : null,
    audioUrl,
    youtubeVideoId,
    isYoutubeShort,
  };
}
