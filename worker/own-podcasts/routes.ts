import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import {
  type AddedPodcast,
  addPodcastSchema,
  previewPodcastSchema,
} from '../../schema/wire/own-podcasts.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { oneOutsideAtATime } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit, TOO_MANY_PODCASTS } from '../platform/requests/rate-limit.ts';
import { validJson, validParam } from '../platform/requests/validate.ts';
import { addDeps, addPodcast, ofEnteredAddress } from './add-podcast.ts';
import { previewPodcast } from './preview-podcast.ts';
import { listOwnPodcasts, removeOwnPodcast } from './store.ts';

/** Mounted at /api/user/podcasts. */
export const ownPodcastRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) =>
    c.json({ podcasts: await listOwnPodcasts(createDatabase(c.env.DB), c.var.user.id) }),
  )
  .post('/preview', requireUser, oneOutsideAtATime, validJson(previewPodcastSchema), async (c) => {
    await limit(c.env.QUESTION_LIMIT, `podcast ${c.var.user.id}`, TOO_MANY_PODCASTS);
    const { address } = c.req.valid('json');
    const preview = previewPodcast(addDeps(c.env), c.var.user.id, address);
    return c.json(await ofEnteredAddress(preview));
  })
  .post('/', requireUser, oneOutsideAtATime, validJson(addPodcastSchema), async (c) => {
    await limit(c.env.QUESTION_LIMIT, `podcast ${c.var.user.id}`, TOO_MANY_PODCASTS);
    const added = addPodcast(addDeps(c.env), c.var.user.id, c.req.valid('json'));
    const { podcast, isOwn } = await ofEnteredAddress(added);
    const reply: AddedPodcast = { podcast, isOwn };
    return c.json(reply, 201);
  })
  .delete('/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const isRemoved = await removeOwnPodcast(createDatabase(c.env.DB), c.var.user.id, id);
    if (!isRemoved) throw new AppError('not_found', 'Podcast not found');
    return c.json({ success: true });
  });
