import { Hono } from 'hono';
import { cache } from 'hono/cache';
import { createMiddleware } from 'hono/factory';
import { idParamSchema } from '../../schema/wire/common.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { OutboundError } from '../platform/outbound.ts';
import { fetchOutsideFor } from '../platform/outbound-settings.ts';
import { validParam } from '../platform/validate.ts';
import { readCover } from './cover.ts';
import { findPodcast } from './store.ts';

const KEPT = 'public, max-age=604800, stale-while-revalidate=2592000';
/** A cover that cannot be had is asked for again before long. */
const KEPT_WHEN_MISSING = 'public, max-age=600';
/** The type under which it is kept that there is none: a cache takes no reply without a body. */
const NO_COVER = 'application/x-no-cover';

const noCoverAsNoContent = createMiddleware(async (c, next) => {
  await next();
  if (c.res.headers.get('Content-Type') !== NO_COVER) return;
  c.res = new Response(null, { status: 204 });
});

/**
 * Mounted at /api/podcasts. Covers come through us, so that podcasts' hosts do not learn who looks
 * at the catalogue. Where there is none to be had the reply is 204: the page draws one, and there
 * is nothing to report.
 */
export const coverRoutes = new Hono<AppEnv>().get(
  '/:id/cover',
  validParam(idParamSchema),
  noCoverAsNoContent,
  cache({
    cacheName: 'covers',
    // Without the query: nobody makes us ask twice by varying it.
    keyGenerator: (c) => new URL(c.req.path, c.req.url).href,
  }),
  async (c) => {
    const podcast = await findPodcast(createDatabase(c.env.DB), c.req.valid('param').id);
    if (!podcast) throw new AppError('not_found', 'Podcast not found');
    const cover = podcast.imageUrl
      ? await readCover(podcast.imageUrl, fetchOutsideFor(c.env)).catch(absentOutside)
      : null;
    const kept = cover
      ? { 'Content-Type': cover.type, 'Cache-Control': KEPT }
      : { 'Content-Type': NO_COVER, 'Cache-Control': KEPT_WHEN_MISSING };
    return c.body(cover?.bytes ?? '', 200, kept);
  },
);

function absentOutside(error: unknown): null {
  if (error instanceof OutboundError) return null;
  throw error;
}
