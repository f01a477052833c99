import { useMutation } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
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
