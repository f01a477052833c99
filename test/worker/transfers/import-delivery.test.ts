/** An import from its first part to its end, however often its messages arrive. */
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { accountImports } from '../../../schema/tables/account-imports.ts';
import { leases } from '../../../schema/tables/jobs.ts';
import type { AccountImport, AccountImportsReply } from '../../../schema/wire/account-imports.ts';
import { LEASE_SECONDS } from '../../../worker/platform/leases.ts';
import { sendLostAccountImportsAgain } from '../../../worker/transfers/import/store.ts';
import {
  accountOf,
  deliverImport,
  IMPORTS,
  importInto,
  makeRichAccount,
  silentEnv,
  stateOf,
  upload,
} from '../../support/account-imports.ts';
import { rejectingDatabase } from '../../support/databases.ts';
import { makePerson } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { recordingQueue } from '../../support/queues.ts';

test('an import starts once all parts have come, in their order, each as often as it is sent', async () => {
  const [person, stranger] = [await makePerson(silentEnv), await makePerson(silentEnv)];
  const account = await accountOf(person);
  const { queue, sent } = recordingQueue();
  const bindings = { ...silentEnv, TRANSFER_QUEUE: queue as unknown as Env['TRANSFER_QUEUE'] };
  const other = await makePerson(bindings);
  const begun = await other.send('POST', `${IMPORTS}?parts=3`, account);
  const { id, status } = await begun.json<AccountImport>();
  expect(status).toBe('uploading');
  const put = async (part: number, by = other) =>
    (await by.send('PUT', `${IMPORTS}/${id}?part=${part}`, account)).status;
  expect([await put(3), await put(1), await put(401)]).toEqual([409, 400, 400]);
  expect([await put(2), await put(2), await put(2, stranger)]).toEqual([202, 202, 404]);
  expect(sent).toEqual([]);
  expect([await put(3), await put(3)]).toEqual([202, 202]);
  expect(sent).toEqual([{ accountImportId: id }]);
  expect((await stranger.ask(`${IMPORTS}/${id}`)).status).toBe(404);
  // One at a time, and each message imports one part and sends the next.
  expect((await other.send('POST', IMPORTS, account)).status).toBe(409);
  await deliverImport(id, bindings);
  expect(sent).toHaveLength(2);
  expect(await stateOf(other, id)).toMatchObject({ status: 'queued', progress: 33 });
  await deliverImport(id, bindings);
  await deliverImport(id, bindings);
  expect(sent).toHaveLength(3);
  expect(await stateOf(other, id)).toMatchObject({ status: 'done', progress: 100 });
  const { imports } = await (await other.ask(IMPORTS)).json<AccountImportsReply>();
  expect(imports.map((one) => one.id)).toEqual([id]);
});

test('an import counts what came in once, however often its message comes', async () => {
  const [person, other] = [await makeRichAccount(), await makePerson(silentEnv)];
  const id = await upload(other, [await accountOf(person)]);
  await Promise.all([deliverImport(id), deliverImport(id)]);
  await deliverImport(id);
  expect(await stateOf(other, id)).toMatchObject({ status: 'done', added: { savedInsights: 2 } });
});

test('an import counts what came in once, even if its worker dies before it can note the part', async () => {
  const [person, other] = [await makeRichAccount(), await makePerson(silentEnv)];
  const id = await upload(other, [await accountOf(person)]);
  const noting = rejectingDatabase(env.DB, /^update "account_imports" set .*"imported" = /);
  expect((await deliverImport(id, { ...silentEnv, DB: noting })).retried).toHaveLength(1);
  const died = await stateOf(other, id);
  expect(died).toMatchObject({ status: 'queued', progress: 0 });
  expect((await deliverImport(id, silentEnv, 2)).acked).toEqual(['m0']);
  const state = await stateOf(other, id);
  expect(state).toMatchObject({ status: 'done', added: died.added });
  const [all, again] = [await makeRichAccount(), await makePerson(silentEnv)];
  expect(state.added).toEqual((await importInto(again, await accountOf(all))).added);
});

test('an import goes on after its worker died and its message was lost', async () => {
  const [person, other] = [await makeRichAccount(), await makePerson(silentEnv)];
  const id = await upload(other, [await accountOf(person)]);
  const lost = vi.fn(async (_: string) => {});
  await sendLostAccountImportsAgain(db, lost);
  expect(lost).not.toHaveBeenCalledWith(id);
  const key = `account import ${id}`;
  const expiresAt = new Date(Date.now() + 60_000);
  await db.insert(leases).values({ key, holder: 'a worker that died', expiresAt });
  const { queue, sent, delays } = recordingQueue();
  const waiting = { ...silentEnv, TRANSFER_QUEUE: queue as unknown as Env['TRANSFER_QUEUE'] };
  // Even at its last attempt, because waiting isn't a failure, which would send it to the dead-letter queue.
  expect(await deliverImport(id, waiting, 5)).toMatchObject({ acked: ['m0'], retried: [] });
  expect([sent, delays]).toEqual([[{ accountImportId: id }], [LEASE_SECONDS]]);
  expect(await stateOf(other, id)).toMatchObject({ status: 'queued' });
  await db
    .update(leases)
    .set({ expiresAt: new Date(0) })
    .where(eq(leases.key, key));
  await db
    .update(accountImports)
    .set({ queuedUntil: new Date(0) })
    .where(eq(accountImports.id, id));
  await Promise.all([sendLostAccountImportsAgain(db, lost), sendLostAccountImportsAgain(db, lost)]);
  expect(lost.mock.calls.filter(([sent]) => sent === id)).toHaveLength(1);
  await deliverImport(id);
  expect(await stateOf(other, id)).toMatchObject({ status: 'done', added: { savedInsights: 2 } });
});
