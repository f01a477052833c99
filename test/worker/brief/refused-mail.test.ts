import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { briefs } from '../../../schema/tables/brief.ts';
import {
  BRIEF,
  jobsOf,
  MONDAY,
  mailService,
  makeDue,
  makeReader,
  refusal,
  runFor,
  stateOf,
} from '../../support/mail.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

describe('mail that comes back', () => {
  const event = (type: string, recipient: string, more: object = {}) => ({
    body: { type: `cf.email.sending.message.${type}`, payload: { recipient, ...more } },
  });

  test.each([
    ['bounced', { bounce: { type: 'hard' } }, 'bounced'],
    ['bounced', { bounce: { type: 'soft' } }, null],
    ['complained', {}, 'complained'],
    ['rejected', { rejection: { reason: 'suppressed' } }, 'bounced'],
    ['rejected', { rejection: { reason: 'policy' } }, null],
    ['delivered', {}, null],
  ] as const)('%s %j: stopped is %s', async (type, more, stopped) => {
    const mail = mailService();
    const reader = await makeReader(mail);
    const messages = [event(type, reader.email.toUpperCase(), more), { body: 'nonsense' }];
    const { acked } = await deliver('dripcast-mail-events', messages, mail.bindings);
    expect(acked).toEqual(['m0', 'm1']);
    expect((await stateOf(reader)).brief?.stopped).toBe(stopped);
    if (stopped === null) return;
    await reader.send('PUT', BRIEF, { email: reader.email, ...MONDAY });
    expect((await stateOf(reader)).brief, 'has to be confirmed again').toMatchObject({
      stopped: null,
      isConfirmed: false,
    });
  });

  test('stops the brief when the service knows already', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    mail.refuse = refusal('E_RECIPIENT_SUPPRESSED');
    const { acked } = await runFor(reader, mail.bindings);
    expect(acked).toEqual(['m0']);
    expect((await stateOf(reader)).brief?.stopped).toBe('bounced');
  });
});

describe('a mail that is not accepted', () => {
  test.each(['E_RATE_LIMIT_EXCEEDED', 'E_DAILY_LIMIT_EXCEEDED', 'E_SENDER_NOT_VERIFIED'])(
    '%s: is sent later',
    async (code) => {
      const mail = mailService();
      const reader = await makeReader(mail);
      await makeDue(reader.id);
      const [body] = await jobsOf(reader);
      mail.refuse = refusal(code);
      const { retried } = await deliver('dripcast-briefs', [{ body }], mail.bindings);
      expect(retried).toEqual([{ id: 'm0', delaySeconds: 30 }]);
      mail.refuse = null;
      await deliver('dripcast-briefs', [{ body }], mail.bindings);
      expect(mail.to(reader.email)).toHaveLength(1);
    },
  );

  test.each(['E_DELIVERY_FAILED', 'E_INTERNAL_SERVER_ERROR', ''])(
    '%j: may be out, so the reader decides',
    async (code) => {
      const mail = mailService();
      const reader = await makeReader(mail);
      await makeDue(reader.id);
      const [body] = await jobsOf(reader);
      mail.refuse = code === '' ? new Error('connection lost') : refusal(code);
      expect((await deliver('dripcast-briefs', [{ body }], mail.bindings)).acked).toEqual(['m0']);
      mail.refuse = null;
      await deliver('dripcast-briefs', [{ body }], mail.bindings);
      expect(mail.to(reader.email)).toEqual([]);
      expect((await stateOf(reader)).unsureWeek).toBe(body?.week);
      const { queue, sent } = recordingQueue();
      const again = await makeAgain(reader, { ...mail.bindings, BRIEF_QUEUE: queue });
      expect(again.status).toBe(200);
      await deliver('dripcast-briefs', [{ body: sent[0] }], mail.bindings);
      expect(mail.to(reader.email)).toHaveLength(1);
      expect((await stateOf(reader)).unsureWeek).toBeNull();
    },
  );

  test('eight times is given up, and the reader is told', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    const [body] = await jobsOf(reader);
    mail.refuse = refusal('E_RATE_LIMIT_EXCEEDED');
    for (let index = 0; index < 9; index += 1)
      await deliver('dripcast-briefs', [{ body }], mail.bindings);
    const [row] = await db
      .select()
      .from(briefs)
      .where(and(eq(briefs.userId, reader.id), eq(briefs.week, body?.week ?? '')));
    expect(row).toMatchObject({ state: 'failed', attempts: 8 });
    expect((await stateOf(reader)).unsureWeek).toBe(body?.week);
  });

  test('is not even tried if all workers that did have died, and the reader is told', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    const [body] = await jobsOf(reader);
    await db.update(briefs).set({ attempts: 8 }).where(eq(briefs.userId, reader.id));
    await deliver('dripcast-briefs', [{ body }], mail.bindings);
    expect(mail.to(reader.email)).toHaveLength(0);
    expect((await stateOf(reader)).unsureWeek).toBe(body?.week);
  });
});

const makeAgain = (reader: Person, bindings: Env) =>
  ask(
    `${BRIEF}/again`,
    { method: 'POST', headers: { Cookie: reader.cookie, Origin: 'http://localhost' } },
    bindings,
  );

describe('a server that cannot send mail', () => {
  test.each([{ EMAIL: undefined }, { MAIL_FROM: '' }])('says so: %j', async (without) => {
    const bindings = { ...mailService().bindings, ...without } as unknown as Env;
    const person = await makePerson(bindings);
    expect((await stateOf(person)).isAvailable).toBe(false);
    const reply = await person.send('PUT', BRIEF, { email: 'a@example.com', ...MONDAY });
    expect(reply.status).toBe(503);
  });

  test('keeps a brief that is due until it can', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    const [body] = await jobsOf(reader);
    const without = { ...mail.bindings, MAIL_FROM: '' } as unknown as Env;
    expect((await deliver('dripcast-briefs', [{ body }], without)).acked).toEqual(['m0']);
    expect(mail.to(reader.email)).toEqual([]);
    await deliver('dripcast-briefs', [{ body }], mail.bindings);
    expect(mail.to(reader.email)).toHaveLength(1);
  });
});
