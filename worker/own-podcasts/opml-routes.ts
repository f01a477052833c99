import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import { importOpmlSchema } from '../../schema/wire/own-podcasts.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { oneAtATime } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit, TOO_MANY_PODCASTS } from '../platform/requests/rate-limit.ts';
import { validJson, validParam } from '../platform/requests/validate.ts';
import { startOpmlImport } from './import-opml.ts';
import { writeOpml } from './opml.ts';
import { findOpmlImport } from './opml-import-store.ts';
import { listSubscribedFeedAddresses } from './store.ts';

/** Mounted at /api/user/opml. */
export const opmlRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) => {
    const subscribed = await listSubscribedFeedAddresses(createDatabase(c.env.DB), c.var.user.id);
    return c.body(writeOpml(subscribed), 200, {
      'Content-Type': 'text/x-opml; charset=utf-8',
      'Content-Disposition': 'attachment; filename="dripcast-subscriptions.opml"',
    });
  })
  .post('/', requireUser, oneAtATime, validJson(importOpmlSchema), async (c) => {
    await limit(c.env.QUESTION_LIMIT, `podcast ${c.var.user.id}`, TOO_MANY_PODCASTS);
    const deps = { db: createDatabase(c.env.DB), queue: c.env.TRANSFER_QUEUE };
    return c.json(await startOpmlImport(deps, c.var.user.id, c.req.valid('json')), 202);
  })
  .get('/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const found = await findOpmlImport(createDatabase(c.env.DB), c.var.user.id, id);
    if (!found) throw new AppError('not_found', 'Import not found');
    return c.json(found);
  });
