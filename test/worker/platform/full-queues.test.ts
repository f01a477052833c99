/** Work whose queue takes no message now: its request hasn't failed, because a later run sends the message. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { briefs } from '../../../schema/tables/brief.ts';
import { BRIEF, mailService } from '../../support/mail.ts';
import { makePerson } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { fullQueue, recordingQueue, runScheduled } from '../../support/queues.ts';

const full: Env = {
  ...mailService().bindings,
  TRANSFER_QUEUE: fullQueue(),
  BRIEF_QUEUE: fullQueue(),
};

/** Does what happens every minute, once a reader's messages count as lost. Returns what is sent. */
async function sentLater(userId: string) {
  for (const table of ['account_exports', 'opml_imports']) {
    await env.DB.prepare(`UPDATE ${table} SET queued_until = 1 WHERE user_id = ?`)
      .bind(userId)
      .run();
  }
  const { queue, sent } = recordingQueue();
  await runScheduled('* * * * *', { ...full, TRANSFER_QUEUE: queue, BRIEF_QUEUE: queue });
  return sent;
}

test('an export is made later', async () => {
  const person = await makePerson(full);
  const reply = await person.send('POST', '/api/user/exports', { formats: ['opml'] });
  expect(reply.status).toBe(202);
  const { id: exportId } = await reply.json<{ id: string }>();
  expect(await sentLater(person.id)).toContainEqual({ exportId });
});

test('podcasts are imported later, once', async () => {
  const person = await makePerson(full);
  const opml = '<opml><body><outline text="A" xmlUrl="https://a.test/feed.xml"/></body></opml>';
  const reply = await person.send('POST', '/api/user/opml', { opml });
  expect(reply.status).toBe(202);
  const { id: importId } = await reply.json<{ id: string }>();
  expect(await sentLater(person.id)).toContainEqual({ importId });
});

test('a brief that is asked for again is sent later', async () => {
  const person = await makePerson(full);
  const week = '2026-W46';
  const at = new Date();
  await db.insert(briefs).values({
    userId: person.id,
    week,
    state: 'unsure',
    digestId: crypto.randomUUID(),
    dueAt: at,
    changedAt: at,
  });
  expect((await person.send('POST', `${BRIEF}/again`, {})).status).toBe(200);
  expect(await sentLater(person.id)).toContainEqual({ userId: person.id, week });
});
