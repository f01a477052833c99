import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { reload } from '../../../web/api/reload.ts';

test('a list that is still loading when it is changed is loaded again', async () => {
  const queryClient = new QueryClient();
  const stored = ['one'];
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => {
      const read = [...stored];
      return new Promise<string[]>((resolve) => answers.push(() => resolve(read)));
    },
  });
  const stop = observer.subscribe(() => {});
  stored.push('two');
  const reloaded = reload(queryClient, ['list']);
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer();
  await reloaded;
  expect(observer.getCurrentResult().data).toEqual(['one', 'two']);
  stop();
});
