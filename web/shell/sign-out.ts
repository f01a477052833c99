import { useNavigate } from '@tanstack/react-router';
import { refusalMessage } from '../api/refusal.ts';
import { useLogout } from '../features/session/sign-in.ts';
import { toast } from '../ui/toasts.ts';

/** Logs out, tells so and goes to the log-in screen. */
export function useSignOut() {
  const navigate = useNavigate();
  const { mutateAsync } = useLogout();
  // Awaited rather than told by callbacks: the menu that asked is gone before the answer comes.
  return async () => {
    try {
      await mutateAsync();
      // Not before: the log-in screen sends signed-in people home.
      await navigate({ to: '/login', ignoreBlocker: true });
      toast({ title: 'Success', description: 'Logged out successfully' });
    } catch (error) {
      const description = refusalMessage(error, 'Failed to logout');
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  };
}
