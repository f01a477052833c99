/** Workers die at each statement of sending a brief: nothing may be sent twice or forgotten. */
import { env } from 'cloudflare:workers';
import { addHours } from 'date-fns';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { digests } from '../../../schema/tables/digest.ts';
import type { BriefJob } from '../../../schema/wire/jobs.ts';
import { briefDeps } from '../../../worker/brief/brief-deps.ts';
import { findUnsureWeek, sendAgain } from '../../../worker/brief/outbox-store.ts';
import { type BriefDeps, sendBrief } from '../../../worker/brief/send-brief.ts';
import { sendDueBriefs } from '../../../worker/brief/send-due.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { mailService, makeDue, makeReader } from '../../support/mail.ts';
import { db } from '../../support/podcasts.ts';

class Killed extends Error {}

/** Lets a worker live for this many steps. After that, its calls have no effect. */
class Life {
  readonly #last: number;
  readonly #isDone: boolean;
  steps = 0;
  isOver = false;

  /** @param isDone whether the last step still takes effect */
  constructor(last: number, isDone: boolean) {
    this.#last = last;
    this.#isDone = isDone;
  }

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOver) throw new Killed();
    this.steps += 1;
    if (this.steps < this.#last) return work();
    this.isOver = true;
    if (this.#isDone) await work();
    throw new Killed();
  }
}

/** A D1 binding whose calls are the steps. */
function mortal(d1: D1Database, life: Life): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => wrap(target.bind(...values));
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...values: unknown[]) =>
          life.step(() => Reflect.apply(method, target, values) as Promise<unknown>);
      },
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => wrap(target.prepare(text));
      if (name === 'batch') {
        return (list: D1PreparedStatement[]) =>
          life.step(() => target.batch(list.map((one) => originals.get(one) ?? one)));
      }
      return Reflect.get(target, name, target);
    },
  });
}

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

test.each([
  ['before', false],
  ['after', true],
])(
  'killed %s any statement, a brief is sent once, or the reader is told and can have it',
  async (when, isDone) => {
    const mail = mailService();
    const unsure: string[] = [];
    let steps = 0;
    for (let last = 1; last < FOREVER; last += 1) {
      const reader = await makeReader(mail);
      await makeDue(reader.id);
      const now = new Date();
      const life = new Life(last, isDone);
      const deps = briefDeps(mail.bindings);
      if (!deps) throw new Error('there is no mail');
      const dying: BriefDeps = {
        ...deps,
        db: createDatabase(mortal(env.DB, life)),
        send: (one) => life.step(() => deps.send(one)),
      };
      await work(dying, life, reader.id, now);
      // The next workers live: one a while later, and another one.
      for (const hours of [2, 4]) {
        await work(deps, new Life(FOREVER, true), reader.id, addHours(now, hours));
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
          await work(deps, new Life(FOREVER, true), reader.id, addHours(now, 6));
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
