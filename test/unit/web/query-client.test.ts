import { QueryObserver, useMutation } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../../web/api/client.ts';
import { createQueryClient } from '../../../web/query-client.ts';
import { dropActions, toast, useToasts } from '../../../web/ui/toasts.ts';
import { renderWithToasts, run } from './render-with-toasts.ts';

test('what worked when it was tried again is not called a failure any more', async () => {
  // A toast of an earlier test may come back.
  dropActions();
  const useSaving = () => {
    const { mutateAsync: save } = useMutation({
      mutationFn: async (works: boolean) => {
        if (!works) throw new Error('Refused');
      },
      onError: () => toast({ title: 'Error', variant: 'destructive' }),
    });
    return { save, toasts: useToasts() };
  };
  const { hook, unmount } = renderWithToasts(useSaving, createQueryClient());
  onTestFinished(unmount);
  await run(() => hook().save(false).catch(String));
  expect(hook().toasts).toMatchObject([{ title: 'Error', isOpen: true }]);
  await run(() => hook().save(true));
  expect(hook().toasts).toMatchObject([{ title: 'Error', isOpen: false }]);
});

test('what failed is asked for once more, but not what does not exist', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = async (error: Error) => {
    const queryFn = vi.fn().mockRejectedValue(error);
    const observer = new QueryObserver(createQueryClient(), { queryKey: ['it'], queryFn });
    const leave = observer.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(observer.getCurrentResult().error).toBe(error);
    leave();
    return queryFn.mock.calls.length;
  };
  expect(await asked(new ApiError(500, 'Down'))).toBe(2);
  expect(await asked(new ApiError(404, 'Not found'))).toBe(1);
});
