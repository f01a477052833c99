import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { accountDocumentSchema } from '../../../schema/wire/account-document.ts';
import {
  type AccountImportsReply,
  accountImportPartSchema,
  startAccountImportSchema,
} from '../../../schema/wire/account-imports.ts';
import { idParamSchema } from '../../../schema/wire/common.ts';
import { requireUser } from '../../accounts/require-user.ts';
import { createDatabase } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { oneAtATime } from '../../platform/keyed-lock.ts';
import { sendOrLater } from '../../platform/queues/lost-work.ts';
import type { AppEnv } from '../../platform/requests/app-env.ts';
import { limit, TOO_MANY_IMPORTS } from '../../platform/requests/rate-limit.ts';
import { validJson, validParam, validQuery } from '../../platform/requests/validate.ts';
import { ACCOUNT_FULL, isAccountFull } from './account-size.ts';
import {
  acceptPart,
  findAccountImport,
  insertAccountImport,
  listImports,
  retryImport,
} from './store.ts';

const RUNNING = 'Another import is running. Wait until it is done.';
const GONE = 'There is no such import, or it has expired';

/** Before the document is validated, which is most of the work. */
const fewImports = createMiddleware<AppEnv>(async (c, next) => {
  await limit(c.env.QUESTION_LIMIT, `import ${c.var.user.id}`, TOO_MANY_IMPORTS);
  await next();
});

/**
 * Mounted at /api/user/imports: imports an account's document. Large ones are sent in parts, one after the
 * other, each a document itself.
 */
export const importRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) => {
    const imports = await listImports(createDatabase(c.env.DB), c.var.user.id);
    const reply: AccountImportsReply = { imports };
    return c.json(reply);
  })
  .get('/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const found = await findAccountImport(createDatabase(c.env.DB), c.var.user.id, id);
    if (!found) throw new AppError('not_found', GONE);
    return c.json(found);
  })
  .post(
    '/',
    requireUser,
    fewImports,
    oneAtATime,
    validQuery(startAccountImportSchema),
    validJson(accountDocumentSchema),
    async (c) => {
      const { id: userId } = c.var.user;
      const { parts } = c.req.valid('query');
      const db = createDatabase(c.env.DB);
      // Before the other parts are uploaded; each part is checked again.
      if (await isAccountFull(db, userId)) throw new AppError('conflict', ACCOUNT_FULL);
      const id = await insertAccountImport(db, userId, parts);
      if (id === null) {
        throw new AppError('conflict', RUNNING);
      }
      return c.json(await receive(c.env, { userId, id, part: 1 }, c.req.valid('json')), 202);
    },
  )
  .put(
    '/:id',
    requireUser,
    oneAtATime,
    validParam(idParamSchema),
    validQuery(accountImportPartSchema),
    validJson(accountDocumentSchema),
    async (c) => {
      const { id } = c.req.valid('param');
      const place = { userId: c.var.user.id, id, part: c.req.valid('query').part };
      return c.json(await receive(c.env, place, c.req.valid('json')), 202);
    },
  )
  .post('/:id/retry', requireUser, fewImports, validParam(idParamSchema), async (c) => {
    const { id: userId } = c.var.user;
    const { id } = c.req.valid('param');
    const db = createDatabase(c.env.DB);
    const queued = await retryImport(db, userId, id);
    if (queued) {
      await sendOrLater(() => c.env.TRANSFER_QUEUE.send({ accountImportId: id }));
      return c.json(queued, 202);
    }
    const found = await findAccountImport(db, userId, id);
    if (!found) throw new AppError('not_found', GONE);
    if (found.canRetry) throw new AppError('conflict', RUNNING);
    // A repeated request to retry.
    if (found.status === 'queued' || found.status === 'done') return c.json(found, 202);
    throw new AppError('conflict', 'The file of this import is not here. Choose it again.');
  });

/** @throws AppError 404 if it isn't the user's import, 409 if the part is not the expected one */
async function receive(
  { DB, TRANSCRIPTS: bucket, TRANSFER_QUEUE: queue }: Env,
  place: Parameters<typeof acceptPart>[1],
  document: Parameters<typeof acceptPart>[2],
) {
  const db = createDatabase(DB);
  const accepted = await acceptPart({ db, bucket }, place, document);
  if (accepted === null) {
    const found = await findAccountImport(db, place.userId, place.id);
    if (!found) throw new AppError('not_found', GONE);
    // A repeated part, after all have arrived.
    if (found.status !== 'uploading') return found;
    throw new AppError('conflict', 'This import does not expect this part.');
  }
  if (accepted.isQueued) await sendOrLater(() => queue.send({ accountImportId: place.id }));
  return accepted.state;
}
