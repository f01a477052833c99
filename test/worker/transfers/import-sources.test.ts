/** Sources in an imported account: their texts, and how many. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { restoreSources } from '../../../worker/sources/restore-sources.ts';
import {
  accountOf,
  deliverImport,
  IMPORTS,
  importInto,
  silentEnv,
  stateOf,
  upload,
} from '../../support/account-imports.ts';
import { bindingWith } from '../../support/bindings.ts';
import { makePerson } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { addSource, PRICING, sourceOf, sourcesOf, storedOf } from '../../support/sources.ts';

test('an import brings sources back with their texts, to this reader alone', async () => {
  const [person, other, stranger] = [
    await makePerson(silentEnv),
    await makePerson(silentEnv),
    await makePerson(silentEnv),
  ];
  const { id } = await addSource(person);
  await person.send('POST', '/api/user/insights', { episodeId: id, insight: 'Nine percent.' });
  const account = await accountOf(person);
  expect(account.podcasts).toEqual([]);
  expect(account.sources).toMatchObject([{ id, author: 'Mara Lind', text: PRICING.join('\n\n') }]);
  await importInto(other, account);
  const { sources } = await sourcesOf(other);
  const theirs = sources[0]?.id ?? '';
  expect(sources).toMatchObject([{ title: 'What a small clinic charges', kind: 'text' }]);
  expect(theirs).not.toBe(id);
  expect((await sourceOf(other, theirs)).text).toBe(PRICING.join('\n\n'));
  expect((await stranger.ask(`/api/user/sources/${theirs}`)).status).toBe(404);
  expect((await sourceOf(person, id)).text).toBe(PRICING.join('\n\n'));
  const library = await (await other.ask('/api/user/insights')).text();
  expect(library).toContain('Nine percent.');
  // A later part of the same account refers to a source that came with an earlier one.
  const [saved] = account.savedInsights;
  if (!saved) throw new Error('nothing was saved');
  const late = { ...saved, id: crypto.randomUUID(), insight: 'Rent rose.' };
  const later = await importInto(other, { ...account, sources: [], savedInsights: [late] });
  expect(later).toMatchObject({ left: 0, added: { savedInsights: 1 } });
});

test('an import brings a text again that was lost on the way', async () => {
  const [person, other] = [await makePerson(silentEnv), await makePerson(silentEnv)];
  await addSource(person);
  const account = await accountOf(person);
  const put = vi.spyOn(env.TRANSCRIPTS, 'put').mockRejectedValueOnce(new Error('R2 is away'));
  // The first goes to the part of the file.
  expect((await other.send('POST', IMPORTS, account)).status).toBe(500);
  const id = await upload(other, [account]);
  put.mockRejectedValueOnce(new Error('R2 is away'));
  expect((await deliverImport(id)).retried).toMatchObject([{ id: 'm0' }]);
  put.mockRestore();
  expect((await deliverImport(id, silentEnv, 2)).acked).toEqual(['m0']);
  expect(await stateOf(other, id)).toMatchObject({ added: { sources: 1 } });
  const { sources } = await sourcesOf(other);
  expect((await sourceOf(other, sources[0]?.id ?? '')).text).toBe(PRICING.join('\n\n'));
});

test('an import leaves no text behind if the account is deleted while it is stored', async () => {
  const person = await makePerson(silentEnv);
  const id = crypto.randomUUID();
  const put = async (...values: Parameters<R2Bucket['put']>) => {
    await person.send('DELETE', '/api/user', {});
    return env.TRANSCRIPTS.put(...values);
  };
  const bucket = bindingWith(env.TRANSCRIPTS, { put });
  const columns = { title: null, author: null, address: null, publishedAt: null };
  const at = { createdAt: new Date(), updatedAt: new Date() };
  const source = { ...columns, ...at, id, otherId: id, kind: 'text' as const, text: 'Rent rose.' };
  await restoreSources({ db, bucket }, person.id, [source], []);
  expect(await storedOf(id)).toEqual([]);
});

test('an import keeps the most sources that one may have, whatever the file holds', async () => {
  const person = await makePerson(silentEnv);
  await addSource(person);
  const account = await accountOf(person);
  const [source] = account.sources;
  if (!source) throw new Error('the account is empty');
  const sources = Array.from({ length: 210 }, (_, index) => ({
    ...source,
    id: crypto.randomUUID(),
    text: `Source ${index}`,
  }));
  const other = await makePerson(silentEnv);
  expect(await importInto(other, { ...account, sources })).toMatchObject({
    left: 10,
    added: { sources: 200 },
  });
  expect((await sourcesOf(other)).total).toBe(200);
});
