/** Workers die at each statement of sending a brief: nothing may be sent twice or forgotten. */
import { env } from 'cloudflare:workers';
import { addHours } from 'date-fns';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { digests } from '../../../schema/tables/digest.ts';
import type { BriefJob } from '../../../schema/wire/jobs.ts';
import { findUnsureWeek, sendAgain } from '../../../worker/brief/outbox-store.ts';
import { type BriefDeps, briefDeps, sendBrief } from '../../../worker/brief/send-brief.ts';
import { sendDueBriefs } from '../../../worker/brief/send-due.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { Killed, Life, mortalDatabase } from '../../support/life.ts';
import { mailService, makeDue, makeReader } from '../../support/mail.ts';
import { db } from '../../support/podcasts.ts';

/** One worker, from the cron job to the last statement it reaches. */
async function work(deps: BriefDeps, life: Life, userId: string, now: Date): Promise<void> {
  const jobs: BriefJob[] = [];
  const sendBatch = (messages: Iterable<MessageSendRequest<BriefJob>>) =>
    life.step(async () => {
      for (const { body } of messages) if (body.userId === userId) jobs.push(body);
    });
  try {
    await sendDueBriefs(deps.db, { sendBatch } as unknown as Queue<BriefJob>, now);
  } catch (error) {
    if (!(error instanceof Killed) && !life.isOver) throw error;
  }
  for (const job of jobs) await sendBrief(deps, job, now).catch(() => undefined);
}

const FOREVER = 1_000;

test.each(['before', 'after'] as const)(
  'killed %s any statement, a brief is sent once, or the reader is told and can have it',
  async (when) => {
    const mail = mailService();
    const unsure: string[] = [];
    let steps = 0;
    for (let last = 1; last < FOREVER; last += 1) {
      const reader = await makeReader(mail);
      await makeDue(reader.id);
      const now = new Date();
      const life = new Life(last, when);
      const deps = briefDeps(mail.bindings);
      if (!deps) throw new Error('there is no mail');
      const dying: BriefDeps = {
        ...deps,
        db: createDatabase(mortalDatabase(env.DB, life)),
        send: (one) => life.step(() => deps.send(one)),
      };
      await work(dying, life, reader.id, now);
      // The next workers live: one a while later, and another one.
      for (const hours of [2, 4]) {
        await work(deps, new Life(FOREVER, 'after'), reader.id, addHours(now, hours));
      }
      const step = `${when} step ${last}`;
      expect(await db.$count(digests, eq(digests.userId, reader.id)), `digests, ${step}`).toBe(1);
      const week = await findUnsureWeek(db, reader.id);
      const count = mail.to(reader.email).length;
      expect(count, step).toBeLessThanOrEqual(1);
      if (week === null) {
        expect(count, step).toBe(1);
      } else {
        unsure.push(`${step}: ${count} sent`);
        if (count === 0) {
          await sendAgain(db, { userId: reader.id, week }, addHours(now, 5));
          await work(deps, new Life(FOREVER, 'after'), reader.id, addHours(now, 6));
          expect(mail.to(reader.email)).toHaveLength(1);
        }
      }
      if (!life.isOver) {
        steps = life.steps;
        break;
      }
    }
    expect(steps).toBeGreaterThan(10);
    // Only around the hand-over: before the service has the mail, and before its acceptance is recorded.
    expect(unsure.length, unsure.join('; ')).toBeLessThanOrEqual(2);
  },
);
