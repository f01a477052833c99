/** Imports that fail, are retried, expire or are abandoned. */
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { IMPORTED_MAX_BYTES } from '../../../schema/limits.ts';
import { accountImports } from '../../../schema/tables/account-imports.ts';
import { chatSessions } from '../../../schema/tables/chat.ts';
import type { AccountImport, AccountImportsReply } from '../../../schema/wire/account-imports.ts';
import { IMPORT_FAILED } from '../../../worker/transfers/import/progress.ts';
import { deleteExpiredAccountImports } from '../../../worker/transfers/import/store.ts';
import {
  accountOf,
  deliverImport,
  filesOf,
  IMPORTS,
  makeRichAccount,
  silentEnv,
  stateOf,
  upload,
} from '../../support/account-imports.ts';
import { interruptedDatabase } from '../../support/databases.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

const MEGABYTE = 1024 * 1024;

test('an import fails where it cannot go on, says so, and may be repeated', async () => {
  const [person, other] = [await makeRichAccount(), await makePerson(silentEnv)];
  const account = await accountOf(person);
  const id = await upload(other, [account]);
  const get = vi.spyOn(env.TRANSCRIPTS, 'get').mockRejectedValue(new Error('R2 is away'));
  expect((await deliverImport(id)).retried).toHaveLength(1);
  expect(await stateOf(other, id)).toMatchObject({ status: 'queued', error: null });
  expect((await deliverImport(id, silentEnv, 4)).acked).toEqual(['m0']);
  get.mockRestore();
  expect(await stateOf(other, id)).toMatchObject({ status: 'failed', error: IMPORT_FAILED });
  const again = await upload(other, [account]);
  await deliver('dripcast-transfers-dead', [{ body: { accountImportId: again } }], silentEnv);
  expect(await stateOf(other, again)).toMatchObject({ status: 'failed' });
  // The first one's file went with the second upload.
  expect((await other.ask(`${IMPORTS}/${id}`)).status).toBe(404);
  await deleteExpiredAccountImports(db, env.TRANSCRIPTS);
  expect(await filesOf(other)).toHaveLength(1);
  const third = await upload(other, [account]);
  expect((await deliverImport(third)).acked).toEqual(['m0']);
  expect((await stateOf(other, third)).added.savedInsights).toBe(2);
  await deleteExpiredAccountImports(db, env.TRANSCRIPTS);
  expect(await filesOf(other)).toEqual([]);
});

test('an import that killed its worker again and again is not begun once more', async () => {
  const person = await makePerson(silentEnv);
  const id = await upload(person, [await accountOf(person)]);
  await db.update(accountImports).set({ attempts: 6 }).where(eq(accountImports.id, id));
  expect((await deliverImport(id)).acked).toEqual(['m0']);
  expect(await stateOf(person, id)).toMatchObject({ status: 'failed', canRetry: true });
});

test('a part that arrives while its account is deleted leaves no file behind', async () => {
  const person = await makePerson(silentEnv);
  const account = await accountOf(person);
  const begun = await person.send('POST', `${IMPORTS}?parts=2`, account);
  const { id } = await begun.json<AccountImport>();
  const leave = () => person.send('DELETE', '/api/user', {});
  const DB = interruptedDatabase(env.DB, /^update "account_imports" set .*max\(/, leave);
  const reply = await ask(
    `${IMPORTS}/${id}?part=2`,
    {
      method: 'PUT',
      headers: { Cookie: person.cookie, Origin: ORIGIN, 'Content-Type': 'application/json' },
      body: JSON.stringify(account),
    },
    { ...silentEnv, DB },
  );
  expect(reply.ok).toBe(false);
  expect(await filesOf(person)).toEqual([]);
});

test('an import is retried from the file that was uploaded, by its owner alone, and once', async () => {
  const [person, stranger] = [await makeRichAccount(), await makePerson(silentEnv)];
  const account = await accountOf(person);
  const { queue, sent } = recordingQueue();
  const bindings = { ...silentEnv, TRANSFER_QUEUE: queue as unknown as Env['TRANSFER_QUEUE'] };
  const other = await makePerson(bindings);
  const id = await upload(other, [account, account]);
  await deliverImport(id, bindings);
  await deliver('dripcast-transfers-dead', [{ body: { accountImportId: id } }], bindings);
  expect(await stateOf(other, id)).toMatchObject({ status: 'failed', canRetry: true });
  const retry = (by: Person) => by.send('POST', `${IMPORTS}/${id}/retry`);
  expect((await retry(stranger)).status).toBe(404);
  const before = sent.length;
  const replies = await Promise.all([retry(other), retry(other)]);
  expect(replies.map(({ status }) => status)).toEqual([202, 202]);
  expect(sent.slice(before)).toEqual([{ accountImportId: id }]);
  // It continues with the part that it had reached.
  expect(await stateOf(other, id)).toMatchObject({
    status: 'queued',
    progress: 50,
    error: null,
    canRetry: false,
    added: { savedInsights: 2 },
  });
  await deliverImport(id, bindings);
  expect(await stateOf(other, id)).toMatchObject({ status: 'done', added: { savedInsights: 2 } });
  expect(await filesOf(other)).toEqual([]);
});

test('an import cannot be retried where its file is gone, or another one is running', async () => {
  const person = await makePerson(silentEnv);
  const account = await accountOf(person);
  const id = await upload(person, [account]);
  await env.TRANSCRIPTS.delete(await filesOf(person));
  expect((await deliverImport(id)).acked).toEqual(['m0']);
  const state = await stateOf(person, id);
  expect(state).toMatchObject({ status: 'failed', canRetry: false });
  expect(state.error).toContain('Choose it again');
  const retry = (one: string) => person.send('POST', `${IMPORTS}/${one}/retry`);
  expect((await retry(id)).status).toBe(409);
  const failed = await upload(person, [account]);
  await deliver('dripcast-transfers-dead', [{ body: { accountImportId: failed } }], silentEnv);
  await db.insert(accountImports).values({
    userId: person.id,
    status: 'queued',
    parts: 1,
    received: 1,
    added: {},
    expiresAt: new Date(Date.now() + 60_000),
  });
  const refused = await retry(failed);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Another import is running');
});

test('no file stays behind of an abandoned upload, an expired import or a deleted account', async () => {
  const [person, leaver] = [await makePerson(silentEnv), await makePerson(silentEnv)];
  const account = await accountOf(person);
  await person.send('POST', `${IMPORTS}?parts=2`, account);
  expect(await filesOf(person)).toHaveLength(1);
  // Another file instead.
  await deliverImport(await upload(person, [account]));
  await deleteExpiredAccountImports(db, env.TRANSCRIPTS);
  expect(await filesOf(person)).toEqual([]);
  const { imports } = await (await person.ask(IMPORTS)).json<AccountImportsReply>();
  expect(imports.map(({ status }) => status)).toEqual(['done']);
  const id = await upload(leaver, [account]);
  expect(await filesOf(leaver)).toHaveLength(1);
  expect((await leaver.send('DELETE', '/api/user', {})).status).toBe(200);
  expect(await filesOf(leaver)).toEqual([]);
  expect((await deliverImport(id)).acked).toEqual(['m0']);
});

test('an account that holds far more than anybody saves is not filled further, and is told so', async () => {
  const [owner, person] = [await makeRichAccount(), await makePerson(silentEnv)];
  const account = await accountOf(owner);
  const id = await upload(person, [account]);
  await db.insert(chatSessions).values({
    id: crypto.randomUUID(),
    userId: person.id,
    episodeId: null,
    remainingFollowUps: 0,
    createdAt: new Date(),
  });
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO chat_follow_ups (id, session_id, question, answer, created_at)
     SELECT printf('%s-%d', ?1, i), (SELECT id FROM chat_sessions WHERE user_id = ?1), '',
       hex(zeroblob(?3 / 2)), i FROM n`,
  )
    .bind(person.id, Math.ceil(IMPORTED_MAX_BYTES / MEGABYTE), MEGABYTE)
    .run();
  expect((await deliverImport(id)).acked).toEqual(['m0']);
  const error = expect.stringMatching(/holds more than 200 MB, so nothing more can be imported/);
  expect(await stateOf(person, id)).toMatchObject({
    status: 'failed',
    error,
    canRetry: true,
    added: {},
  });
  const refused = await person.send('POST', IMPORTS, account);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ message: error });

  await env.DB.prepare('DELETE FROM chat_sessions WHERE user_id = ?').bind(person.id).run();
  expect((await person.send('POST', `${IMPORTS}/${id}/retry`)).status).toBe(202);
  expect((await deliverImport(id)).acked).toEqual(['m0']);
  expect(await stateOf(person, id)).toMatchObject({ status: 'done' });
});
