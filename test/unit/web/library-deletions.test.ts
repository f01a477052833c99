/** What the library tells the rest of the app about a deletion. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendDeletions } from '../../../web/api/pending-deletions.ts';
import { useDeletions } from '../../../web/features/library/use-deletions.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';
import { stubStorage } from './stub-storage.ts';

beforeEach(() => {
  stubStorage();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('an answer that was deleted from the library can be saved again in an open chat', async () => {
  const remove = 'DELETE /api/user/insights/one';
  const received = await serve({ [remove]: [{ body: {} }] });
  const client = new QueryClient();
  const chat = ['saved-texts', 'episode'];
  client.setQueryData(chat, ['hash of a text']);
  const { hook, said, unmount } = renderWithToasts(() => useDeletions('reader'), client);
  await run(() => hook().deleteInsight('one'));
  expect(said()).toBe('Insight deleted');
  expect(client.getQueryState(chat)?.isInvalidated).toBe(false);
  await run(sendDeletions);
  await until(() => expect(client.getQueryState(chat)?.isInvalidated).toBe(true));
  expect(received.map(({ call }) => call)).toEqual([remove]);
  unmount();
});
