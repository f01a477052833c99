import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { episodeIdParamSchema, idParamSchema } from '../../schema/wire/common.ts';
import { chapterParamSchema } from '../../schema/wire/episode-page.ts';
import { currentUser, requireUser } from '../accounts/require-user.ts';
import { findChapterPicture } from '../episodes/page-store.ts';
import { findEpisode } from '../episodes/store.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { clientAddress, limit, TOO_MANY_COVERS } from '../platform/requests/rate-limit.ts';
import { validParam } from '../platform/requests/validate.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { chapterPictureId, episodePictureId, findCover, type StoredCover } from './cover-store.ts';
import { findCoverAddress, hasAdded } from './store.ts';

const KEPT = 'max-age=604800, stale-while-revalidate=2592000';
/** A missing cover may appear later. */
const KEPT_WHEN_MISSING = 'max-age=600';
/**
 * How long a page waits for a cover that is read for the first time. Over HTTP/1.1 a browser opens six
 * connections to us, and waiting covers would block them.
 */
const MAX_WAIT_MS = 1_000;

/**
 * Mounted at /api/podcasts. We proxy covers so that podcast hosts don't learn who views the catalogue.
 * A missing cover is a 204, because the page shows a placeholder and there is nothing to report.
 */
export const coverRoutes = new Hono<AppEnv>()
  .get('/:id/cover', etag(), validParam(idParamSchema), async (c) => {
    const podcast = await findCoverAddress(createDatabase(c.env.DB), c.req.valid('param').id);
    if (!podcast || !(podcast.isListed || (await isOwn(c, podcast.id)))) {
      throw new AppError('not_found', 'Podcast not found');
    }
    return replyWithImage(c, podcast.id, podcast.imageUrl, podcast.isListed ? 'public' : 'private');
  })
  .get(
    '/episodes/:episodeId/picture',
    etag(),
    requireUser,
    validParam(episodeIdParamSchema),
    async (c) => {
      const episode = await findEpisode(
        createDatabase(c.env.DB),
        c.var.user.id,
        c.req.valid('param').episodeId,
      );
      if (!episode) throw new AppError('not_found', 'Episode not found');
      return replyWithImage(c, episodePictureId(episode.id), episode.imageUrl, 'private');
    },
  )
  .get(
    '/episodes/:episodeId/chapters/:start/picture',
    etag(),
    requireUser,
    validParam(chapterParamSchema),
    async (c) => {
      const { episodeId, start } = c.req.valid('param');
      const db = createDatabase(c.env.DB);
      const found = await findChapterPicture(db, c.var.user.id, episodeId, start);
      if (!found) throw new AppError('not_found', 'Chapter not found');
      const id = chapterPictureId({ podcastId: found.podcastId, episodeId, start });
      return replyWithImage(c, id, found.imageUrl, 'private');
    },
  );

/** @param id the image's key in the bucket */
async function replyWithImage(
  c: Context<AppEnv>,
  id: string,
  imageUrl: string | null,
  cache: 'public' | 'private',
) {
  if (!imageUrl || !URL.canParse(imageUrl)) return noCover(c, `${cache}, ${KEPT_WHEN_MISSING}`);
  let kept = await findCover(c.env.TRANSCRIPTS, id, imageUrl);
  if (!kept) {
    await limit(c.env.COVER_LIMIT, clientAddress(c.req.raw.headers), TOO_MANY_COVERS);
    await waitBriefly(c, readAtHost(c.env, id, imageUrl));
    kept = await findCover(c.env.TRANSCRIPTS, id, imageUrl);
  } else if (kept.isStale) {
    c.executionCtx.waitUntil(readAtHost(c.env, id, imageUrl));
  }
  return replyWith(c, kept, cache);
}

/** Whether the current user added this podcast. */
async function isOwn(c: Context<AppEnv>, podcastId: string): Promise<boolean> {
  const user = await currentUser(c);
  return user !== null && hasAdded(createDatabase(c.env.DB), user.id, podcastId);
}

/** One Durable Object handles all covers of a host. */
const readAtHost = (env: Env, id: string, imageUrl: string) =>
  env.COVER_HOSTS.getByName(new URL(imageUrl).hostname).read(id, imageUrl);

/** Waits briefly, then lets the work continue in the background. */
async function waitBriefly(c: Context<AppEnv>, work: Promise<unknown>): Promise<void> {
  c.executionCtx.waitUntil(work);
  await withTimeout(MAX_WAIT_MS, work, () => {});
}

function replyWith(
  c: Context<AppEnv>,
  kept: StoredCover | null,
  cache: 'public' | 'private',
): Response {
  // Still being read; a later request may find it.
  if (!kept) return noCover(c, 'no-store');
  if (!kept.image) return noCover(c, `${cache}, ${KEPT_WHEN_MISSING}`);
  const { type, body, etag } = kept.image;
  return c.body(body, 200, {
    'Content-Type': type,
    'Cache-Control': `${cache}, ${KEPT}`,
    ETag: etag,
  });
}

const noCover = (c: Context<AppEnv>, cacheControl: string) =>
  c.body(null, 204, { 'Cache-Control': cacheControl });
