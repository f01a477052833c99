import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import { generateDigestSchema } from '../../schema/wire/digest.ts';
import { requireUser } from '../accounts/require-user.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { withSharedWork } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { validParam, validQuery } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { ownedId } from '../platform/sha256.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import { findDigest, findLatestDigest, listDigests } from './store.ts';
import { writeDigest } from './write-digest.ts';

/** Mounted at /api/digest. */
export const digestRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) => {
    const digest = await findLatestDigest(createDatabase(c.env.DB), c.var.user.id);
    return c.json({ digest });
  })
  .get('/kept', requireUser, async (c) => {
    return c.json({ digests: await listDigests(createDatabase(c.env.DB), c.var.user.id) });
  })
  .get('/kept/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const digest = await findDigest(createDatabase(c.env.DB), c.var.user.id, id);
    if (!digest) throw new AppError('not_found', 'Digest not found');
    return c.json(digest);
  })
  .post('/generate', requireUser, validQuery(generateDigestSchema), async (c) => {
    const askedAt = new Date();
    await limit(c.env.QUESTION_LIMIT, c.var.user.id, TOO_MANY_QUESTIONS);
    const { DIGEST_DAYS } = settingsOf(c.env);
    const { user } = c.var;
    const { id: writeId } = c.req.valid('query');
    const id = writeId && (await ownedId('digest', user.id, writeId));
    const deps = { ...transcriptDeps(c.env), assistant: assistantFor(c.env) };
    const digest = await withSharedWork(
      `digest ${user.id}`,
      async () =>
        (id && (await findDigest(deps.db, user.id, id))) ||
        // Of concurrent requests, one may get here just after another was answered.
        ((await findLatestDigest(deps.db, user.id, askedAt)) ??
          writeDigest(deps, user, { days: DIGEST_DAYS, id })),
    );
    return c.json(digest);
  });
