import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import { requireUser } from '../accounts/require-user.ts';
import { readInsight } from '../library/saved-insights.ts';
import { createDatabase } from '../platform/database.ts';
import { oneAtATime } from '../platform/keyed-lock.ts';
import { withPauses } from '../platform/pauses.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validParam } from '../platform/requests/validate.ts';
import { placeAddress } from './export/links.ts';
import { convertToMarkdown } from './export/to-markdown.ts';

/** Mounted at /api/user/insights: a saved insight as Markdown with links, to copy. */
export const insightMarkdownRoutes = new Hono<AppEnv>().get(
  '/:id/markdown',
  requireUser,
  oneAtATime,
  validParam(idParamSchema),
  async (c) => {
    const { id } = c.req.valid('param');
    const saved = await readInsight(createDatabase(c.env.DB), c.var.user.id, id);
    const { origin } = new URL(c.req.url);
    const linkTo = (seconds: number) => placeAddress(origin, saved.episodeId, seconds);
    const blocks = await withPauses(convertToMarkdown(saved.insight, { origin, linkTo }));
    return c.text(blocks.join('\n\n'), 200, { 'Content-Type': 'text/markdown; charset=utf-8' });
  },
);
