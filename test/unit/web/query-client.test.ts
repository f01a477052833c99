import { useMutation } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../../web/query-client.ts';
import { toast, useToasts } from '../../../web/ui/toasts.ts';
import { renderWithToasts, run } from './render-with-toasts.ts';

test('what worked when it was tried again is not called a failure any more', async () => {
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
  await run(() => hook().save(false).catch(String));
  expect(hook().toasts).toMatchObject([{ title: 'Error', isOpen: true }]);
  await run(() => hook().save(true));
  expect(hook().toasts).toMatchObject([{ title: 'Error', isOpen: false }]);
  unmount();
});
