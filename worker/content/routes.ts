import { Hono } from 'hono';
import { contentHeadersSchema, contentSchema } from '../../schema/wire/content.ts';
import { requireUser } from '../accounts/require-user.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validHeaders, validJson } from '../platform/requests/validate.ts';
import { findContent, saveContent } from './store.ts';

/** Mounted at /api/content. */
export const contentRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) =>
    c.json(await findContent(createDatabase(c.env.DB), c.var.user.id)),
  )
  .post(
    '/',
    requireUser,
    validHeaders(contentHeadersSchema),
    validJson(contentSchema),
    async (c) => {
      const db = createDatabase(c.env.DB);
      const { content } = c.req.valid('json');
      const { 'If-Match': basedOn = null } = c.req.valid('header');
      const saved = await saveContent(db, c.var.user.id, content, basedOn);
      if (saved) return c.json(saved);
      const newer = await findContent(db, c.var.user.id);
      // Sent again, because the reply was lost.
      if (newer.content === content) return c.json(newer);
      throw new AppError('conflict', 'A newer version was saved elsewhere', {
        details: { saved: newer },
      });
    },
  );
