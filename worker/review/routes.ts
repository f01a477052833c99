import { Hono } from 'hono';
import { idParamSchema } from '../../schema/wire/common.ts';
import {
  addReviewSchema,
  changeReviewSettingsSchema,
  dueQuerySchema,
  gradeSchema,
  keptDaySchema,
  reviewQuerySchema,
} from '../../schema/wire/review.ts';
import { requireUser } from '../accounts/require-user.ts';
import { embeddedAssistant } from '../assistant/choose-assistant.ts';
import { loadTextVectors } from '../assistant/text-vectors.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { withKeyedLock, withSharedWork } from '../platform/keyed-lock.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { mayStore } from '../platform/requests/may-store.ts';
import { limit, TOO_MANY_QUESTIONS } from '../platform/requests/rate-limit.ts';
import { validJson, validParam, validQuery } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { transcriptDeps } from '../transcripts/find-transcript.ts';
import { addItem } from './add-item.ts';
import { listDue } from './due.ts';
import { gradeItem, keepDayAt } from './grade.ts';
import { readProgress } from './progress.ts';
import { changeSettings } from './settings.ts';
import { deleteItem, listEntries } from './store.ts';
import { takeawayOfDay } from './takeaway.ts';

/** Mounted at /api/user/reviews. */
export const reviewRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) => {
    return c.json({ items: await listEntries(createDatabase(c.env.DB), c.var.user.id) });
  })
  .post('/', requireUser, validJson(addReviewSchema), async (c) => {
    const db = createDatabase(c.env.DB);
    const source = c.req.valid('json');
    const { item, isNew } = await addItem(db, c.var.user.id, source, new Date());
    return c.json(item, isNew ? 201 : 200);
  })
  .get('/due', requireUser, validQuery(dueQuerySchema), async (c) => {
    const options = { ...c.req.valid('query'), now: new Date() };
    return c.json(await listDue(createDatabase(c.env.DB), c.var.user.id, options));
  })
  .get('/takeaway', requireUser, mayStore, validQuery(reviewQuerySchema), async (c) => {
    await limit(c.env.QUESTION_LIMIT, c.var.user.id, TOO_MANY_QUESTIONS);
    const deps = {
      ...transcriptDeps(c.env),
      assistant: embeddedAssistant(),
      loadMeanings: loadTextVectors,
      later: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
    };
    const { DIGEST_DAYS: days } = settingsOf(c.env);
    const { user } = c.var;
    const { timeZone } = c.req.valid('query');
    const choose = () => takeawayOfDay(deps, user, { timeZone, now: new Date(), days });
    // Once for all requests of a time zone, and one at a time: each may analyse several transcripts.
    const takeaway = await withSharedWork(`takeaway ${user.id} ${timeZone ?? ''}`, () =>
      withKeyedLock(`takeaway ${user.id}`, choose),
    );
    return c.json({ takeaway });
  })
  .get('/progress', requireUser, validQuery(reviewQuerySchema), async (c) => {
    const options = { ...c.req.valid('query'), now: new Date() };
    return c.json(await readProgress(createDatabase(c.env.DB), c.var.user.id, options));
  })
  .put('/settings', requireUser, validJson(changeReviewSettingsSchema), async (c) => {
    const db = createDatabase(c.env.DB);
    return c.json(await changeSettings(db, c.var.user.id, c.req.valid('json')));
  })
  .post('/days', requireUser, validJson(keptDaySchema), async (c) => {
    const db = createDatabase(c.env.DB);
    await keepDayAt(db, c.var.user.id, c.req.valid('json'), new Date());
    return c.json({ success: true });
  })
  .post(
    '/:id/grades',
    requireUser,
    validParam(idParamSchema),
    validJson(gradeSchema),
    async (c) => {
      const { id } = c.req.valid('param');
      const db = createDatabase(c.env.DB);
      const grade = c.req.valid('json');
      return c.json(await gradeItem(db, c.var.user.id, id, grade, new Date()));
    },
  )
  .delete('/:id', requireUser, validParam(idParamSchema), async (c) => {
    const { id } = c.req.valid('param');
    const isGone = await deleteItem(createDatabase(c.env.DB), c.var.user.id, id);
    if (!isGone) throw new AppError('not_found', 'This is not in your review');
    return c.json({ success: true });
  });
