import { Hono } from 'hono';
import { idParamSchema } from '../../../schema/wire/common.ts';
import {
  type ExportProgress,
  type ExportsReply,
  startExportSchema,
} from '../../../schema/wire/exports.ts';
import { requireUser } from '../../accounts/require-user.ts';
import { createDatabase } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { sendOrLater } from '../../platform/queues/lost-work.ts';
import type { AppEnv } from '../../platform/requests/app-env.ts';
import { limit, TOO_MANY_EXPORTS } from '../../platform/requests/rate-limit.ts';
import { validJson, validParam } from '../../platform/requests/validate.ts';
import { listExportable } from './plan-export.ts';
import { EXPORT_FAILED, exportKey, findExport, insertExport, listExports } from './store.ts';

const GONE = 'There is no such export, or it has expired';

/** Mounted at /api/user/exports. */
export const exportRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) => {
    const db = createDatabase(c.env.DB);
    const { id } = c.var.user;
    const [exports, podcasts] = await Promise.all([listExports(db, id), listExportable(db, id)]);
    const reply: ExportsReply = { exports, podcasts };
    return c.json(reply);
  })
  .post('/', requireUser, validJson(startExportSchema), async (c) => {
    const { user } = c.var;
    await limit(c.env.QUESTION_LIMIT, `export ${user.id}`, TOO_MANY_EXPORTS);
    const id = await insertExport(createDatabase(c.env.DB), user.id, {
      ...c.req.valid('json'),
      origin: new URL(c.req.url).origin,
    });
    if (id === null) {
      throw new AppError('conflict', 'Another export is being made. Wait until it is done.');
    }
    await sendOrLater(() => c.env.TRANSFER_QUEUE.send({ exportId: id }));
    return c.json({ id }, 202);
  })
  .get('/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const row = await findExport(createDatabase(c.env.DB), c.var.user.id, id);
    if (!row) throw new AppError('not_found', GONE);
    if (row.status === 'failed') throw new AppError('unprocessable', row.error ?? EXPORT_FAILED);
    if (row.status === 'queued') {
      const reply: ExportProgress = { progress: row.progress };
      return c.json(reply, 202);
    }
    const file = await c.env.TRANSCRIPTS.get(exportKey(row));
    if (!file) throw new AppError('not_found', GONE);
    const day = row.createdAt.toISOString().slice(0, 10);
    return c.body(file.body, 200, {
      'Content-Type': 'application/zip',
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="dripcast-${day}.zip"`,
    });
  });
