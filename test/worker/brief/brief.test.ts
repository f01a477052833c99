import { env } from 'cloudflare:workers';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { briefSubscriptions, briefs } from '../../../schema/tables/brief.ts';
import type { BriefState } from '../../../schema/wire/brief.ts';
import type { BriefJob } from '../../../schema/wire/jobs.ts';
import { sendDueBriefs } from '../../../worker/brief/send-due.ts';
import { linkIn, MONDAY, mailService, makeDue, makeReader, refusal } from '../../support/mail.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { plantPodcast } from '../../support/planted-podcast.ts';
import { db, makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

const PATH = '/api/user/brief';

const stateOf = async (person: Person) => (await person.ask(PATH)).json<BriefState>();

/** The jobs of one person that a run sends to the queue. */
async function jobsOf(person: Person): Promise<BriefJob[]> {
  const { queue, sent } = recordingQueue();
  await sendDueBriefs(db, queue);
  return (sent as BriefJob[]).filter(({ userId }) => userId === person.id);
}

/** Lets a run and the queue do their work. */
async function runFor(person: Person, bindings: Env) {
  const jobs = await jobsOf(person);
  return deliver(
    'dripcast-briefs',
    jobs.map((body) => ({ body })),
    bindings,
  );
}

describe('an address', () => {
  test('is confirmed by a link, and not by merely opening it', async () => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    const email = 'reader@example.com';
    const reply = await person.send('PUT', PATH, { email, ...MONDAY });
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
    await person.send('PUT', PATH, { email: 'one@example.com', ...MONDAY });
    await person.send('PUT', PATH, { email: 'two@example.com', ...MONDAY });
    const oldLink = linkIn(mail.to('one@example.com')[0], 'confirm');
    for (const method of ['GET', 'POST']) {
      const old = await ask(oldLink, { method });
      expect(old.status).toBe(404);
      expect(await old.text()).toContain('This link has expired');
    }
    expect((await stateOf(person)).brief?.isConfirmed).toBe(false);
    const link = linkIn(mail.to('two@example.com')[0], 'confirm');
    await ask(link, { method: 'POST' });
    await person.send('PUT', PATH, { email: 'two@example.com', ...MONDAY, hour: 9 });
    expect((await stateOf(person)).brief).toMatchObject({ isConfirmed: true, hour: 9 });
    expect(mail.sent, 'another hour asks nothing').toHaveLength(2);
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
      const reply = await person.send('PUT', PATH, { email, ...MONDAY });
      expect(reply.status).toBe(status);
      expect(await reply.json()).toMatchObject({ message });
      mail.refuse = null;
      expect((await person.send('POST', `${PATH}/confirmation`)).status).toBe(200);
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
      statuses.push((await person.send('PUT', PATH, { email: written, ...MONDAY })).status);
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
    expect((await person.send('PUT', PATH, { email, ...MONDAY })).status).toBe(400);
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
    expect((await person.send('PUT', PATH, body)).status).toBe(400);
  });
});

describe('a brief', () => {
  test('is sent once, in both formats, with links to places and RFC 8058 headers', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    const podcast = await makePodcast();
    const { transcript } = plantPodcast('https://sound.test', 'Talk', 1);
    const url = await serve(`/${crypto.randomUUID()}.vtt`, { body: transcript });
    const { id } = await makeEpisode(podcast.id, { transcriptLinks: [vttLink(url)] });
    await subscribe(reader.id, podcast.id);
    await makeDue(reader.id);
    const { acked } = await runFor(reader, mail.bindings);
    expect(acked).toEqual(['m0']);
    const [brief] = mail.to(reader.email);
    const place = `http://localhost/tools\\?episode=${id}&(amp;)?at=\\d+`;
    expect(brief?.text).toMatch(new RegExp(` \\d+:\\d\\d <${place}>`));
    expect(brief?.html).toMatch(new RegExp(`href="${place}">\\d+:\\d\\d</a>`));
    expect(brief?.subject).toMatch(/^Your week in podcasts: \w+ \d+, \d{4} – \w+ \d+, \d{4}$/);
    expect(brief?.from).toEqual({ name: 'Dripcast', email: 'brief@dripcast.example' });
    expect(brief?.html).toContain('href="http://localhost/tools#tool-brief">Change the day');
    const link = linkIn(brief, 'unsubscribe');
    expect(brief?.headers).toEqual({
      'List-Unsubscribe': `<http://localhost${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(brief?.html).toContain(`href="http://localhost${link}"`);
    expect(brief?.html).not.toMatch(/<img|<script|src=/i);
    expect(await jobsOf(reader)).toEqual([]);
    expect(mail.to(reader.email)).toHaveLength(1);
  });

  test('of a week without new episodes is not sent', async () => {
    const mail = mailService();
    const person = await makePerson(mail.bindings);
    const email = `${person.username}@example.com`;
    await person.send('PUT', PATH, { email, ...MONDAY });
    await ask(linkIn(mail.to(email)[0], 'confirm'), { method: 'POST' });
    await makeDue(person.id);
    await runFor(person, mail.bindings);
    expect(mail.to(email)).toHaveLength(1);
    const [row] = await db.select().from(briefs).where(eq(briefs.userId, person.id));
    expect(row?.state).toBe('nothing-new');
  });

  test('of a week is sent once, though the day changes and runs and messages come twice', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    const runs = await Promise.all([jobsOf(reader), jobsOf(reader)]);
    const jobs = runs.flat();
    expect(jobs).toHaveLength(1);
    const messages = [...jobs, ...jobs].map((body) => ({ body }));
    await Promise.all([
      deliver('dripcast-briefs', messages, mail.bindings),
      deliver('dripcast-briefs', messages, mail.bindings),
    ]);
    expect(mail.to(reader.email)).toHaveLength(1);
    await reader.send('PUT', PATH, { email: reader.email, ...MONDAY, weekday: 5 });
    const [sent] = await db.select().from(briefs).where(eq(briefs.userId, reader.id));
    const [next] = await db
      .select()
      .from(briefSubscriptions)
      .where(eq(briefSubscriptions.userId, reader.id));
    expect(next && sent && next.nextWeek > sent.week).toBe(true);
  });

  test.each(['the account is deleted', 'it is stopped', 'it is unsubscribed'] as const)(
    'under way is not sent when %s meanwhile',
    async (what) => {
      const mail = mailService();
      const reader = await makeReader(mail);
      await makeDue(reader.id);
      const [body] = await jobsOf(reader);
      if (what === 'the account is deleted') await reader.send('DELETE', '/api/user', {});
      if (what === 'it is stopped') await reader.send('DELETE', PATH);
      if (what === 'it is unsubscribed') {
        await db
          .update(briefSubscriptions)
          .set({ stopped: 'unsubscribed' })
          .where(eq(briefSubscriptions.userId, reader.id));
      }
      const { acked } = await deliver('dripcast-briefs', [{ body }], mail.bindings);
      expect(acked).toEqual(['m0']);
      expect(mail.to(reader.email)).toEqual([]);
    },
  );

  test('that cannot be written is written later, and is sent once', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    const [body] = await jobsOf(reader);
    await env.DB.exec('ALTER TABLE digests RENAME TO digests_gone');
    try {
      const { retried } = await deliver('dripcast-briefs', [{ body }], mail.bindings);
      expect(retried).toEqual([{ id: 'm0', delaySeconds: 30 }]);
    } finally {
      await env.DB.exec('ALTER TABLE digests_gone RENAME TO digests');
    }
    for (let index = 0; index < 2; index += 1)
      await deliver('dripcast-briefs', [{ body }], mail.bindings);
    expect(mail.to(reader.email)).toHaveLength(1);
  });

  test('is not held up by a message that is none', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    await makeDue(reader.id);
    const [body] = await jobsOf(reader);
    const messages = [{ body: { userId: reader.id } }, { body }];
    const { acked } = await deliver('dripcast-briefs', messages, mail.bindings);
    expect(acked).toEqual(['m0', 'm1']);
    expect(mail.to(reader.email)).toHaveLength(1);
  });

  test('with hostile titles runs nothing and injects no header', async () => {
    const mail = mailService();
    const reader = await makeReader(mail);
    const title =
      'x\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script><img src=x onerror=y>';
    const podcast = await makePodcast({ title, host: title });
    await makeEpisode(podcast.id, { title });
    await subscribe(reader.id, podcast.id);
    await makeDue(reader.id);
    await runFor(reader, mail.bindings);
    const [brief] = mail.to(reader.email);
    expect(brief?.text).toContain('victim@example.com');
    expect(brief?.html).not.toMatch(/<script|<img/i);
    const fields = [brief?.to, brief?.subject, ...Object.values(brief?.headers ?? {})];
    for (const field of fields) expect(field).not.toMatch(/[\r\n]|Bcc/);
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
    await reader.send('PUT', PATH, { email: reader.email, ...MONDAY });
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
    await reader.send('PUT', PATH, { email: reader.email, ...MONDAY });
    // Weeks later its lease has expired, and its message counts as lost.
    await db.update(briefs).set({ leaseUntil: null, queuedAt: null }).where(ofReader);
    expect(await jobsOf(reader)).toEqual([]);
    await deliver('dripcast-briefs', [{ body }], mail.bindings);
    expect(mail.to(reader.email)).toEqual([]);
    expect((await stateOf(reader)).unsureWeek).toBeNull();
  });

  test('with a wrong link changes nothing', async () => {
    expect((await ask(`/api/brief/unsubscribe/${'x'.repeat(43)}`)).status).toBe(404);
  });
});

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
    await reader.send('PUT', PATH, { email: reader.email, ...MONDAY });
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
});

const makeAgain = (reader: Person, bindings: Env) =>
  ask(
    `${PATH}/again`,
    { method: 'POST', headers: { Cookie: reader.cookie, Origin: 'http://localhost' } },
    bindings,
  );

describe('a server that cannot send mail', () => {
  test.each([{ EMAIL: undefined }, { MAIL_FROM: '' }])('says so: %j', async (without) => {
    const bindings = { ...mailService().bindings, ...without } as unknown as Env;
    const person = await makePerson(bindings);
    expect((await stateOf(person)).isAvailable).toBe(false);
    const reply = await person.send('PUT', PATH, { email: 'a@example.com', ...MONDAY });
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

test('the preview is the mail, as a page and as text', async () => {
  const person = await makePerson(mailService().bindings);
  const page = await person.ask(`${PATH}/preview`);
  expect(page.headers.get('Content-Type')).toContain('text/html');
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  const text = await person.ask(`${PATH}/preview?format=text`);
  expect(await text.text()).toContain('Your week in podcasts');
});
