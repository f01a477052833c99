import { env } from 'cloudflare:workers';
import { differenceInDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { briefSubscriptions, briefs } from '../../../schema/tables/brief.ts';
import {
  BRIEF,
  jobsOf,
  linkIn,
  MONDAY,
  mailService,
  makeDue,
  makeReader,
  runFor,
} from '../../support/mail.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson } from '../../support/people.ts';
import { plantPodcast } from '../../support/planted-podcast.ts';
import { db, makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';

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
    await person.send('PUT', BRIEF, { email, ...MONDAY });
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
    await reader.send('PUT', BRIEF, { email: reader.email, ...MONDAY, weekday: 5 });
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
      if (what === 'it is stopped') await reader.send('DELETE', BRIEF);
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

test('the preview is the mail, as a page and as text', async () => {
  const person = await makePerson(mailService().bindings);
  const page = await person.ask(`${BRIEF}/preview`);
  expect(page.headers.get('Content-Type')).toContain('text/html');
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  const text = await (await person.ask(`${BRIEF}/preview?format=text`)).text();
  const [, start = '', end = ''] = /^Your week in podcasts: (.+) – (.+)$/m.exec(text) ?? [];
  expect(differenceInDays(new Date(end), new Date(start))).toBe(7);
  expect(text, 'without a digest').toContain('Generate a weekly digest to see yours here.');
});
