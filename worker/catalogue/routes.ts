import { Hono } from 'hono';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import { idParamSchema } from '../../schema/wire/common.ts';
import { requireUser } from '../accounts/require-user.ts';
import { refreshIfStale } from '../episodes/request-refresh.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { replyWithJson } from '../platform/requests/reply-with-json.ts';
import { validParam } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { cachedCatalogue } from './cache.ts';
import {
  deleteSubscription,
  findPodcast,
  insertSubscription,
  listPodcasts,
  listSubscriptions,
} from './store.ts';

/** Mounted at /api/podcasts. */
export const catalogueRoutes = new Hono<AppEnv>()
  .get('/', async (c) => {
    const db = createDatabase(c.env.DB);
    const json = await cachedCatalogue(settingsOf(c.env).CATALOGUE_CACHE_SECONDS, async () =>
      JSON.stringify(await listPodcasts(db)),
    );
    return replyWithJson<Podcast[]>(c, json);
  })
  .post('/:id/subscribe', requireUser, validParam(idParamSchema), async (c) => {
    const db = createDatabase(c.env.DB);
    const { id } = c.req.valid('param');
    if (!(await findPodcast(db, c.var.user.id, id)))
      throw new AppError('not_found', 'Podcast not found');
    const isNew = await insertSubscription(db, c.var.user.id, id);
    if (isNew) c.executionCtx.waitUntil(refreshIfStale(db, c.env.REFRESH_QUEUE, id));
    return c.json({ success: true, podcastId: id }, 201);
  })
  .delete('/:id/subscribe', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    await deleteSubscription(createDatabase(c.env.DB), c.var.user.id, id);
    return c.json({ success: true, podcastId: id });
  });

/** Mounted at /api/user. */
export const subscriptionRoutes = new Hono<AppEnv>().get('/subscriptions', requireUser, async (c) =>
  c.json(await listSubscriptions(createDatabase(c.env.DB), c.var.user.id)),
);
