/** An account that is read from a file, uploaded in parts, and watched while it is imported. */
import { QueryClient } from '@tanstack/react-query';
import { strToU8, zipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import {
  useNewestImport,
  useRetryImport,
  useUploadAccount,
} from '../../../web/features/transfer/account-imports.ts';
import { readAccountFile } from '../../../web/features/transfer/read-account-file.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const TIME = '2026-11-02T10:00:00.000Z';
const LISTS = [
  ...['podcasts', 'episodes', 'savedInsights', 'generatedInsights', 'conversations', 'moments'],
  ...['positions', 'reviewItems', 'reviewDays', 'quizQuestions', 'quizResults', 'digests'],
];
/** An account with this many sources, each of half a part. */
function accountWith(sources: number) {
  return {
    format: 'dripcast-account',
    version: 1,
    reviewSettings: null,
    content: null,
    profile: {
      username: 'ada',
      email: null,
      linkedinUrl: null,
      industry: null,
      role: null,
      goals: null,
    },
    ...Object.fromEntries(LISTS.map((list) => [list, []])),
    sources: Array.from({ length: sources }, (_, index) => ({
      id: crypto.randomUUID(),
      kind: 'text',
      title: `Memo ${index}`,
      author: null,
      address: null,
      publishedAt: null,
      createdAt: TIME,
      updatedAt: TIME,
      text: 'Prices rise in spring. '.repeat(8_000),
    })),
  };
}
const fileOf = (content: unknown) => new File([JSON.stringify(content)], 'account.json');
const zipOf = (files: Record<string, string>) =>
  new File(
    [
      zipSync(
        Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
      ),
    ],
    'export.zip',
  );
const NOT_OURS =
  'This file contains no Dripcast account. Choose the zip of an export with JSON in it.';

const anImport = (id: string, status: string) => ({
  id,
  status,
  progress: 0,
  added: {},
  left: 0,
  error: null,
  canRetry: false,
  createdAt: TIME,
});
const LIST = 'GET /api/user/imports';
/** Refetches only when told to, or when it is time to. */
const patientClient = () => new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });

test('an account is read from its JSON, and from the zip of an export', async () => {
  const account = accountWith(1);
  const [part, ...more] = await readAccountFile(fileOf(account));
  expect(more).toEqual([]);
  expect(part?.sources).toEqual(account.sources);
  const name = 'dripcast/JSON/dripcast-account.json';
  const zip = zipOf({ 'readme.txt': 'Hello', [name]: JSON.stringify(account) });
  expect((await readAccountFile(zip))[0]?.sources).toEqual(account.sources);
});

test.each([
  ['text', new File(['Hello'], 'a.json')],
  ['another JSON', fileOf({ format: 'elsewhere', version: 1 })],
  ['a zip without an account', zipOf({ 'JSON/other.json': '{}' })],
  ['a broken zip', new File(['PK\u0003\u0004 broken'], 'a.zip')],
  ['an empty file', new File([], 'a.json')],
])('%s is no account', async (_, file) => {
  await expect(readAccountFile(file)).rejects.toThrow(NOT_OURS);
});

test('of several accounts in a zip only the first is unpacked', async () => {
  const account = accountWith(1);
  const second = 'b/dripcast-account.json';
  const zip = zipOf({ 'dripcast-account.json': JSON.stringify(account), [second]: 'x'.repeat(99) });
  const bytes = Buffer.from(await zip.arrayBuffer());
  bytes.fill(
    0xff,
    bytes.indexOf(second) + second.length,
    bytes.indexOf(second) + second.length + 4,
  );
  const [part] = await readAccountFile(new File([bytes], 'export.zip'));
  expect(part?.sources).toEqual(account.sources);
});

test('a file that no tab can hold is refused before it is read', async () => {
  const arrayBuffer = vi.fn();
  const file = { size: 300_000_001, arrayBuffer } as unknown as File;
  await expect(readAccountFile(file)).rejects.toThrow('This file is too large.');
  expect(arrayBuffer).not.toHaveBeenCalled();
});

test('the parts go one after the other, and a busy minute is waited for', async () => {
  const account = accountWith(12);
  const parts = await readAccountFile(fileOf(account));
  expect(parts.length).toBeGreaterThan(2);
  const begin = `POST /api/user/imports?parts=${parts.length}`;
  const put = (part: number) => `PUT /api/user/imports/new?part=${part}`;
  const taken = { status: 202, body: anImport('new', 'uploading') };
  const busy = { status: 429, body: { error: 'too_many_requests' } };
  const received = await serve({
    [begin]: [busy, taken],
    ...Object.fromEntries(parts.map((_, index) => [put(index + 1), [taken]])),
    [put(2)]: [busy, busy, taken],
    [LIST]: [{ body: { imports: [anImport('new', 'done')] } }],
  });
  const waits: number[] = [];
  const timeout = setTimeout;
  vi.stubGlobal('setTimeout', (then: () => void, ms = 0) => {
    if (ms !== 15_000) return timeout(then, ms);
    waits.push(ms);
    return timeout(then, 0);
  });
  const { hook, unmount } = renderWithToasts(useUploadAccount);
  await run(() => hook().mutate(fileOf(account)));
  await until(() => expect(hook().isSuccess).toBe(true));
  await until(() => expect(received.at(-1)?.call).toBe(LIST));
  expect(received.map(({ call }) => call)).toEqual([
    ...[begin, begin, put(2), put(2), put(2)],
    ...parts.slice(2).map((_, index) => put(index + 3)),
    LIST,
  ]);
  expect(waits).toHaveLength(3);
  expect(hook().progress).toBeNull();
  unmount();
});

test('an upload that is refused ends there, and its progress with it', async () => {
  const account = accountWith(12);
  const { length } = await readAccountFile(fileOf(account));
  const received = await serve({
    [`POST /api/user/imports?parts=${length}`]: [{ status: 409, body: { error: 'conflict' } }],
  });
  const { hook, unmount } = renderWithToasts(useUploadAccount);
  await run(() => hook().mutate(fileOf(account)));
  await until(() => expect(hook().isError).toBe(true));
  // Afterwards the list is asked for, maybe already.
  expect(received.filter(({ call }) => call !== LIST)).toHaveLength(1);
  expect(hook().progress).toBeNull();
  unmount();
});

test('when a running import is done, everything else is asked for again', async () => {
  await serve({
    [LIST]: [
      { body: { imports: [anImport('one', 'queued')] } },
      { body: { imports: [anImport('one', 'done')] } },
    ],
  });
  const client = patientClient();
  client.setQueryData(['library'], 'old');
  const isStale = () => client.getQueryState(['library'])?.isInvalidated;
  const { hook, unmount } = renderWithToasts(useNewestImport, client);
  await until(() => expect(hook().newest?.status).toBe('queued'));
  expect(isStale()).toBe(false);
  await run(() => hook().refetch());
  await until(() => expect(hook().newest?.status).toBe('done'));
  expect(isStale()).toBe(true);
  unmount();
});

test.each(['queued', 'uploading'])(
  'the end of an import that was %s is noticed after its card was left',
  async (status) => {
    await serve({
      [LIST]: [
        { body: { imports: [anImport('one', status)] } },
        { body: { imports: [anImport('one', 'done')] } },
      ],
    });
    const client = patientClient();
    client.setQueryData(['library'], 'old');
    const isStale = () => client.getQueryState(['library'])?.isInvalidated;
    const { hook, unmount } = renderWithToasts(useNewestImport, client);
    await until(() => expect(hook().newest?.status).toBe(status));
    unmount();
    expect(isStale()).toBe(false);
    const queryKey = ['user', 'imports'];
    await client.invalidateQueries({ queryKey });
    await until(() => expect(isStale()).toBe(true));
    expect(client.getQueryCache().find({ queryKey })?.getObserversCount()).toBe(0);
  },
);

test('the import of an upload whose card was left is followed, too', async () => {
  await serve({
    'POST /api/user/imports?parts=1': [{ status: 202, body: anImport('one', 'queued') }],
    [LIST]: [{ body: { imports: [anImport('one', 'done')] } }],
  });
  const client = patientClient();
  client.setQueryData(['library'], 'old');
  const { hook, unmount } = renderWithToasts(useUploadAccount, client);
  await run(() => hook().mutate(fileOf(accountWith(1))));
  unmount();
  await until(() => expect(client.getQueryState(['library'])?.isInvalidated).toBe(true));
});

test('the next reader of a tab has an import followed, too', async () => {
  await serve({
    [LIST]: [
      { body: { imports: [anImport('one', 'uploading')] } },
      { body: { imports: [anImport('two', 'uploading')] } },
      { body: { imports: [anImport('two', 'done')] } },
    ],
  });
  const client = patientClient();
  const queryKey = ['user', 'imports'];
  for (const id of ['one', 'two']) {
    const { hook, unmount } = renderWithToasts(useNewestImport, client);
    await until(() => expect(hook().newest?.id).toBe(id));
    unmount();
    // As logging out does.
    if (id === 'one') client.clear();
  }
  client.setQueryData(['library'], 'old');
  await client.invalidateQueries({ queryKey });
  await until(() => expect(client.getQueryState(['library'])?.isInvalidated).toBe(true));
});

test('an import that was done before changes nothing now', async () => {
  await serve({ [LIST]: [{ body: { imports: [anImport('one', 'done')] } }] });
  const client = new QueryClient();
  client.setQueryData(['library'], 'old');
  const { hook, unmount } = renderWithToasts(useNewestImport, client);
  await until(() => expect(hook().newest?.status).toBe('done'));
  expect(client.getQueryState(['library'])?.isInvalidated).toBe(false);
  unmount();
});

test('imports that do not load, or come incomplete, are an error until they load', async () => {
  await serve({
    [LIST]: [{ body: { imports: [{ id: 1 }] } }, { body: { imports: [] } }],
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { hook, unmount } = renderWithToasts(useNewestImport, client);
  await until(() => expect(hook().isError).toBe(true));
  await run(() => hook().refetch());
  await until(() => expect(hook().isError).toBe(false));
  expect(hook().newest).toBeUndefined();
  unmount();
});

test('a retried import is asked for again, whether the retry was taken or not', async () => {
  const received = await serve({
    [LIST]: [{ body: { imports: [anImport('one', 'failed')] } }],
    'POST /api/user/imports/one/retry': [
      { status: 409, body: { error: 'conflict' } },
      { status: 202, body: anImport('one', 'queued') },
    ],
  });
  const { hook, unmount } = renderWithToasts(() => ({
    newest: useNewestImport(),
    retry: useRetryImport(),
  }));
  const asked = () => received.filter(({ call }) => call === LIST).length;
  await until(() => expect(asked()).toBe(1));
  await run(() => hook().retry.mutate('one'));
  await until(() => expect([hook().retry.isError, asked()]).toEqual([true, 2]));
  await run(() => hook().retry.mutate('one'));
  await until(() => expect([hook().retry.isSuccess, asked()]).toEqual([true, 3]));
  unmount();
});
