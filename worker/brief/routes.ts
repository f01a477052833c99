import { subDays } from 'date-fns';
import { type Context, Hono } from 'hono';
import {
  type BriefState,
  briefPreviewQuerySchema,
  changeBriefSchema,
} from '../../schema/wire/brief.ts';
import { requireSession, requireUser, sessionOwner } from '../accounts/require-user.ts';
import { findLatestDigest } from '../digest/store.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { oneAtATime } from '../platform/keyed-lock.ts';
import { describeError, log } from '../platform/logging.ts';
import { sendOrLater } from '../platform/queues/lost-work.ts';
import type { AppEnv } from '../platform/requests/app-env.ts';
import { rateLimited } from '../platform/requests/rate-limit.ts';
import { validJson, validQuery } from '../platform/requests/validate.ts';
import { settingsOf } from '../platform/settings.ts';
import { mailFor, outcomeOf, type SendMail } from './mail.ts';
import { findUnsureWeek, sendAgain } from './outbox-store.ts';
import {
  createConfirmation,
  deleteBriefSubscription,
  endConfirmationPause,
  findBriefSubscription,
  hasConfirmation,
  type SubscriptionRow,
  saveSubscription,
} from './subscription-store.ts';
import { writeBrief, writeConfirmation } from './write-mail.ts';

async function stateOf(c: Context<AppEnv>): Promise<BriefState> {
  const db = createDatabase(c.env.DB);
  const userId = c.var.user.id;
  const [row, unsureWeek] = await Promise.all([
    findBriefSubscription(db, userId),
    findUnsureWeek(db, userId),
  ]);
  return {
    isAvailable: mailFor(c.env) !== null,
    brief: row && {
      email: row.email,
      weekday: row.weekday,
      hour: row.hour,
      timeZone: row.timeZone,
      isConfirmed: row.confirmedAt !== null,
      stopped: row.stopped,
      nextAt: row.nextAt.toISOString(),
    },
    unsureWeek,
  };
}

function needMail(env: Env): SendMail {
  const send = mailFor(env);
  if (!send) throw new AppError('unavailable', 'This server cannot send mail');
  return send;
}

/** Sends the mail that asks to confirm an address, unless it has just been sent. */
async function askToConfirm(c: Context<AppEnv>, send: SendMail, row: SubscriptionRow) {
  const db = createDatabase(c.env.DB);
  const now = new Date();
  const created = await createConfirmation(db, row.userId, row.email, now);
  if (created === null) throw rateLimited('Too many mails to confirm an address. Try tomorrow.');
  if (created === 'on its way') return;
  const { token } = created;
  try {
    await send(await writeConfirmation(row.email, { origin: row.origin, token }));
  } catch (error) {
    log.warn('confirmation_refused', { error: describeError(error) });
    const outcome = outcomeOf(error);
    await endConfirmationPause(db, token, { now, mayArrive: outcome === 'unsure' });
    if (outcome === 'suppressed') {
      throw new AppError('unprocessable', 'Mail to this address has bounced. Use another one.');
    }
    throw new AppError('bad_gateway', 'The mail could not be sent. Try again later.');
  }
}

/** Mounted at /api/user/brief. Access tokens can't change where mail goes. */
export const briefRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) => c.json(await stateOf(c)))
  .put('/', requireSession, validJson(changeBriefSchema), async (c) => {
    const send = needMail(c.env);
    const db = createDatabase(c.env.DB);
    const now = new Date();
    const where = { origin: new URL(c.req.url).origin, now };
    const by = await sessionOwner(c);
    const { row, before } = await saveSubscription(db, by, c.req.valid('json'), where);
    if (row.confirmedAt === null) {
      const isKnown = before?.email === row.email && before.stopped === null;
      // The mail of an earlier request may have failed.
      if (!isKnown || !(await hasConfirmation(db, row, now))) await askToConfirm(c, send, row);
    }
    return c.json(await stateOf(c));
  })
  .delete('/', requireSession, async (c) => {
    await deleteBriefSubscription(createDatabase(c.env.DB), c.var.user.id);
    return c.json(await stateOf(c));
  })
  .post('/confirmation', requireSession, async (c) => {
    const send = needMail(c.env);
    const row = await findBriefSubscription(createDatabase(c.env.DB), c.var.user.id);
    if (!row || row.confirmedAt !== null) {
      throw new AppError('not_found', 'There is no address to confirm');
    }
    await askToConfirm(c, send, row);
    return c.json({ success: true });
  })
  .post('/again', requireSession, async (c) => {
    const db = createDatabase(c.env.DB);
    const userId = c.var.user.id;
    const week = await findUnsureWeek(db, userId);
    if (week === null || !(await sendAgain(db, { userId, week }, new Date()))) {
      throw new AppError('not_found', 'Every brief has been sent');
    }
    await sendOrLater(() => c.env.BRIEF_QUEUE.send({ userId, week }));
    return c.json(await stateOf(c));
  })
  .get('/preview', requireUser, oneAtATime, validQuery(briefPreviewQuerySchema), async (c) => {
    const db = createDatabase(c.env.DB);
    const { id, email } = c.var.user;
    const [row, digest] = await Promise.all([
      findBriefSubscription(db, id),
      findLatestDigest(db, id),
    ]);
    const periodEnd = new Date();
    const example = {
      title: 'Your week in podcasts',
      periodStart: subDays(periodEnd, settingsOf(c.env).DIGEST_DAYS).toISOString(),
      periodEnd: periodEnd.toISOString(),
      digest: EMPTY,
    };
    const mail = await writeBrief(digest ?? example, {
      email: row?.email ?? email ?? '',
      origin: new URL(c.req.url).origin,
      timeZone: row?.timeZone ?? 'UTC',
      // Belongs to nobody, so its link opens the page for unknown links.
      unsubscribeToken: 'preview'.padEnd(43, '-'),
    });
    if (c.req.valid('query').format === 'text') return c.text(`${mail.subject}\n\n${mail.text}`);
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    return c.html(mail.html);
  });

const EMPTY =
  'Here you will find what was new in the podcasts you subscribe to. Generate a weekly digest to see yours here.';
