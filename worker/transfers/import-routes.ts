import { Hono } from 'hono';
import { accountDocumentSchema } from '../../schema/wire/account-document.ts';
import { requireUser } from '../accounts/require-user.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase } from '../platform/database.ts';
import { validJson } from '../platform/validate.ts';
import { importAccount } from './import-account.ts';

/**
 * Mounted at /api/user/imports: takes the document of an account. A larger one is sent in parts, each a
 * document itself.
 */
export const importRoutes = new Hono<AppEnv>().post(
  '/',
  requireUser,
  validJson(accountDocumentSchema),
  async (c) => {
    const { DB, TRANSCRIPTS: bucket, REFRESH_QUEUE: refreshes } = c.env;
    const deps = { db: createDatabase(DB), bucket, refreshes };
    return c.json(await importAccount(deps, c.var.user.id, c.req.valid('json')));
  },
);
