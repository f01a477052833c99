import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import { createTokenSchema } from '../../schema/wire/tokens.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { validJson, validParam } from '../platform/requests/validate.ts';
import { requireSession, sessionOwner } from './require-user.ts';
import { deleteToken, listTokens } from './token-store.ts';
import { createToken, tokenInfo } from './tokens.ts';

/** Mounted at /api/user/tokens. A token cannot see, make or revoke tokens. */
export const tokenRoutes = new Hono<AppEnv>()
  .get('/', requireSession, async (c) => {
    const rows = await listTokens(createDatabase(c.env.DB), c.var.user.id);
    return c.json({ tokens: rows.map(tokenInfo) });
  })
  .post('/', requireSession, validJson(createTokenSchema), async (c) => {
    const db = createDatabase(c.env.DB);
    const by = await sessionOwner(c);
    return c.json(await createToken(db, by, c.req.valid('json')), 201);
  })
  .delete('/:id', requireSession, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const isRevoked = await deleteToken(createDatabase(c.env.DB), c.var.user.id, id);
    if (!isRevoked) throw new AppError('not_found', 'Access token not found');
    return c.json({ success: true });
  });
