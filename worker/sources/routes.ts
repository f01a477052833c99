import { Hono } from 'hono';
import { SOURCES_PAGE } from '../../schema/limits.ts';
import { idParamSchema, writeRowCursor } from '../../schema/wire/common.ts';
import {
  addSourceSchema,
  changeSourceSchema,
  type Source,
  type SourcesPage,
  type SourceWithText,
  sourcesQuerySchema,
} from '../../schema/wire/sources.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import { oneAtATime, withKeyedLock } from '../platform/keyed-lock.ts';
import { cutPage } from '../platform/list-page.ts';
import { fetchOutsideFor } from '../platform/outbound/fetch-outside-for.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit, TOO_MANY_SOURCES } from '../platform/requests/rate-limit.ts';
import { validJson, validParam, validQuery } from '../platform/requests/validate.ts';
import {
  addSource,
  asWritten,
  changeSource,
  readSource,
  refuseIfFull,
  removeSource,
  sourceDeps,
} from './edit-sources.ts';
import { readPage } from './read-page.ts';
import { countSources, findSourcesPodcast, listSources, type SourceRow } from './store.ts';

function toSource({
  insightId,
  podcastId: _podcastId,
  textHash: _hash,
  ...row
}: SourceRow): Source {
  const { publishedAt, createdAt, updatedAt } = row;
  return {
    ...row,
    publishedAt: publishedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    hasInsights: insightId !== null,
  };
}

/** Mounted at /api/user/sources. */
export const sourceRoutes = new Hono<AppEnv>()
  .get('/', requireUser, validQuery(sourcesQuerySchema), async (c) => {
    const db = createDatabase(c.env.DB);
    const { id } = c.var.user;
    const [rows, total, podcastId] = await Promise.all([
      listSources(db, id, c.req.valid('query').cursor),
      countSources(db, id),
      findSourcesPodcast(db, id),
    ]);
    const { page, nextCursor } = cutPage(rows, SOURCES_PAGE, (last) =>
      writeRowCursor({ time: last.createdAt, id: last.id }),
    );
    const reply: SourcesPage = { sources: page.map(toSource), total, podcastId, nextCursor };
    return c.json(reply);
  })
  .post('/', requireUser, validJson(addSourceSchema), async (c) => {
    const { user } = c.var;
    const body = c.req.valid('json');
    const deps = sourceDeps(c.env);
    // A page's server may be slow, so only pages wait for pages.
    const key = body.kind === 'page' ? `page ${user.id}` : user.id;
    const { source, isNew } = await withKeyedLock(key, async () => {
      await limit(c.env.QUESTION_LIMIT, `source ${user.id}`, TOO_MANY_SOURCES);
      if (body.kind !== 'page') return addSource(deps, user.id, body.kind, asWritten(body));
      await refuseIfFull(deps.db, user.id);
      const page = await readPage(fetchOutsideFor(c.env), body.address);
      return addSource(deps, user.id, body.kind, page);
    });
    return c.json(toSource(source), isNew ? 201 : 200);
  })
  .get('/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { text, ...source } = await readSource(
      sourceDeps(c.env),
      c.var.user.id,
      c.req.valid('param').id,
    );
    const reply: SourceWithText = { ...toSource(source), text };
    return c.json(reply);
  })
  .put(
    '/:id',
    requireUser,
    oneAtATime,
    validParam(idParamSchema),
    validJson(changeSourceSchema),
    async (c) => {
      const { user } = c.var;
      await limit(c.env.QUESTION_LIMIT, `source ${user.id}`, TOO_MANY_SOURCES);
      const { id } = c.req.valid('param');
      return c.json(
        toSource(await changeSource(sourceDeps(c.env), user.id, id, c.req.valid('json'))),
      );
    },
  )
  .delete('/:id', requireUser, validParam(idParamSchema), async (c) => {
    await removeSource(sourceDeps(c.env), c.var.user.id, c.req.valid('param').id);
    return c.json({ success: true });
  });
