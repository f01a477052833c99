import { subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { briefConfirmations, briefSubscriptions, briefs } from '../../../schema/tables/brief.ts';
import {
  BRIEF,
  jobsOf,
  linkIn,
  MONDAY,
  mailService,
  makeDue,
  makeReader,
  refusal,
  runFor,
  stateOf,
} from '../../support/mail.ts';
import { ask, makePerson } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';

describe('an address', () => {
  test('is confirmed by a link, and not by merely opening it', async () => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    const email = 'reader@example.com';
    const reply = await person.send('PUT', BRIEF, { email, ...MONDAY });
    expect(reply.status).toBe(200);
    expect((await stateOf(person)).brief).toMatchObject({ email, isConfirmed: false });
    const [asked] = mail.to(email);
    expect(JSON.stringify(asked), 'says nothing of who asked').not.toContain(person.username);
    const link = linkIn(asked, 'confirm');
    const page = await ask(link, {}, mail.bindings);
    expect(await page.text()).toContain('Confirm your address');
    expect((await stateOf(person)).brief?.isConfirmed).toBe(false);
    await makeDue(person.id);
    expect(await jobsOf(person), 'nothing is sent before').toEqual([]);
    const done = await ask(link, { method: 'POST' }, mail.bindings);
    expect(await done.text()).toContain('Your first brief comes on Monday');
    expect((await stateOf(person)).brief?.isConfirmed).toBe(true);
  });

  test('that is changed has to be confirmed again; the old link does nothing', async () => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    await person.send('PUT', BRIEF, { email: 'one@example.com', ...MONDAY });
    await person.send('PUT', BRIEF, { email: 'two@example.com', ...MONDAY });
    const oldLink = linkIn(mail.to('one@example.com')[0], 'confirm');
    for (const method of ['GET', 'POST']) {
      const old = await ask(oldLink, { method });
      expect(old.status).toBe(404);
      expect(await old.text()).toContain('This link has expired');
    }
    expect((await stateOf(person)).brief?.isConfirmed).toBe(false);
    const link = linkIn(mail.to('two@example.com')[0], 'confirm');
    await ask(link, { method: 'POST' });
    await person.send('PUT', BRIEF, { email: 'two@example.com', ...MONDAY, hour: 9 });
    expect((await stateOf(person)).brief).toMatchObject({ isConfirmed: true, hour: 9 });
    expect(mail.sent, 'another hour asks nothing').toHaveLength(2);
  });

  test('that is confirmed stays so when it is written in other capitals', async () => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    const email = `${person.username}@example.com`;
    await person.send('PUT', BRIEF, { email, ...MONDAY });
    await ask(linkIn(mail.to(email)[0], 'confirm'), { method: 'POST' });
    await person.send('PUT', BRIEF, { email: email.toUpperCase(), ...MONDAY });
    const { brief } = await stateOf(person);
    expect(brief).toMatchObject({ email: email.toUpperCase(), isConfirmed: true });
    expect(mail.sent).toHaveLength(1);
  });

  test('that is sent several times at once is asked once', async () => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    const email = `${person.username}@example.com`;
    const save = async () => (await person.send('PUT', BRIEF, { email, ...MONDAY })).status;
    expect(await Promise.all(Array.from({ length: 4 }, save))).toEqual([200, 200, 200, 200]);
    expect(mail.to(email)).toHaveLength(1);
  });

  test('gets one mail for links asked for at the same moment, and another one later', async () => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    const email = `${person.username}@example.com`;
    await person.send('PUT', BRIEF, { email, ...MONDAY });
    const again = async () => (await person.send('POST', `${BRIEF}/confirmation`)).status;
    expect(await again(), 'the mail is on its way').toBe(200);
    expect(mail.to(email)).toHaveLength(1);
    await db
      .update(briefConfirmations)
      .set({ createdAt: subMinutes(new Date(), 1) })
      .where(eq(briefConfirmations.userId, person.id));
    expect(await Promise.all([again(), again(), again()])).toEqual([200, 200, 200]);
    expect(mail.to(email)).toHaveLength(2);
  });

  test.each([
    ['E_RECIPIENT_SUPPRESSED', 422, 'Mail to this address has bounced. Use another one.'],
    ['E_RATE_LIMIT_EXCEEDED', 502, 'The mail could not be sent. Try again later.'],
  ])(
    'to which no mail can be sent is told why, and may ask again: %s',
    async (code, status, message) => {
      const mail = mailService();
      const person = await makePerson(mail.bindings);
      const email = `${person.username}@example.com`;
      mail.refuse = refusal(code);
      const reply = await person.send('PUT', BRIEF, { email, ...MONDAY });
      expect(reply.status).toBe(status);
      expect(await reply.json()).toMatchObject({ message });
      mail.refuse = null;
      expect((await person.send('POST', `${BRIEF}/confirmation`)).status).toBe(200);
      expect(mail.to(email)).toHaveLength(1);
    },
  );

  test.each([['E_RATE_LIMIT_EXCEEDED'], ['E_RECIPIENT_SUPPRESSED']])(
    'to which no mail could be sent is asked when it is saved again: %s',
    async (code) => {
      const mail = mailService();
      const person = await makePerson(mail.bindings);
      const email = `${person.username}@example.com`;
      const save = async () => (await person.send('PUT', BRIEF, { email, ...MONDAY })).status;
      mail.refuse = refusal(code);
      const refused = await save();
      expect(refused).toBeGreaterThanOrEqual(400);
      expect(await save()).toBe(refused);
      mail.refuse = null;
      expect([await save(), await save()]).toEqual([200, 200]);
      expect(mail.to(email)).toHaveLength(1);
    },
  );

  test('gets five such mails a day at most, whoever asks, in any case', async () => {
    const mail = mailService();
    const email = `${crypto.randomUUID()}@example.com`;
    const statuses = [];
    for (let index = 0; index < 7; index += 1) {
      const person = await makePerson(mail.bindings);
      const written = index % 2 === 0 ? email : email.toUpperCase();
      statuses.push((await person.send('PUT', BRIEF, { email: written, ...MONDAY })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(mail.sent).toHaveLength(5);
  });

  test.each([
    'a@example.com\r\nBcc: victim@example.com',
    'a@example.com\nSubject: spam',
    'a@example.com, victim@example.com',
    'Name <a@example.com>',
    '"a\r\nBcc: b"@example.com',
    'a@exam\u0000ple.com',
    'a@example.com\u2028',
  ])('that would inject a header is refused: %j', async (email) => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    expect((await person.send('PUT', BRIEF, { email, ...MONDAY })).status).toBe(400);
    expect(mail.sent).toEqual([]);
  });

  test.each([
    { weekday: 0 },
    { weekday: 8 },
    { hour: 24 },
    { hour: 1.5 },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '' },
  ])('with an impossible time is refused: %j', async (wrong) => {
    const person = await makePerson(mailService().bindings);
    const body = { email: 'a@example.com', ...MONDAY, ...wrong };
    expect((await person.send('PUT', BRIEF, body)).status).toBe(400);
  });
});

describe('unsubscribing', () => {
  test('takes one click in a mail client, from anywhere and without logging in', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    await runFor(reader, mail.bindings);
    const link = linkIn(mail.to(reader.email)[0], 'unsubscribe');
    const opened = await ask(link);
    expect(await opened.text()).toContain(`Stop sending the weekly Dripcast brief to`);
    expect((await stateOf(reader)).brief?.stopped, 'opening does nothing').toBeNull();
    const clicked = await ask(link, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'https://mail.example.com',
      },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(200);
    expect((await stateOf(reader)).brief?.stopped).toBe('unsubscribed');
    await makeDue(reader.id);
    expect(await jobsOf(reader)).toEqual([]);
    await reader.send('PUT', BRIEF, { email: reader.email, ...MONDAY });
    const { brief } = await stateOf(reader);
    expect(brief).toMatchObject({ stopped: null, isConfirmed: true });
  });

  test('ends a brief under way, which does not follow once the reader comes back', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    const [body] = await jobsOf(reader);
    const ofReader = eq(briefs.userId, reader.id);
    const stopped = { stopped: 'unsubscribed' } as const;
    await db
      .update(briefSubscriptions)
      .set(stopped)
      .where(eq(briefSubscriptions.userId, reader.id));
    await deliver('dripcast-briefs', [{ body }], mail.bindings);
    await reader.send('PUT', BRIEF, { email: reader.email, ...MONDAY });
    // Weeks later its lease has expired, and its message counts as lost.
    await db.update(briefs).set({ leaseUntil: null, queuedAt: null }).where(ofReader);
    expect(await jobsOf(reader)).toEqual([]);
    await deliver('dripcast-briefs', [{ body }], mail.bindings);
    expect(mail.to(reader.email)).toEqual([]);
    expect((await stateOf(reader)).unsureWeek).toBeNull();
  });

  test('works from where a mail service has opened the links of very many mails', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    await runFor(reader, mail.bindings);
    const link = linkIn(mail.to(reader.email)[0], 'unsubscribe');
    const headers = { 'CF-Connecting-IP': '198.51.100.7' };
    const others = Array.from({ length: 130 }, (_, at) => String(at).padStart(43, 'x'));
    for (const token of others) await ask(`/api/brief/confirm/${token}`, { headers });
    for (const token of others) await ask(`/api/brief/unsubscribe/${token}`, { headers });
    expect((await ask(link, { headers, method: 'POST' })).status).toBe(200);
    expect((await stateOf(reader)).brief?.stopped).toBe('unsubscribed');
  });

  test('with a wrong link changes nothing', async () => {
    expect((await ask(`/api/brief/unsubscribe/${'x'.repeat(43)}`)).status).toBe(404);
  });
});
