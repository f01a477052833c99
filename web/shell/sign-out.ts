import { useNavigate } from '@tanstack/react-router';
import { useLogout } from '../features/session/sign-in.ts';
import { toast } from '../ui/toasts.ts';

/** Logs out, tells so and goes to the landing page. */
export function useSignOut() {
  const navigate = useNavigate();
  const logout = useLogout(() => navigate({ to: '/', ignoreBlocker: true }));
  return () =>
    logout.mutate(undefined, {
      onSuccess: () => toast({ title: 'Success', description: 'Logged out successfully' }),
      onError: () =>
        toast({ title: 'Error', description: 'Failed to logout', variant: 'destructive' }),
    });
}
