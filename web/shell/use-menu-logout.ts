import { useNavigate } from '@tanstack/react-router';
import { refusalMessage } from '../api/refusal.ts';
import { useLogout } from '../features/session/login.ts';
import { toastError, toastSuccess } from '../ui/toasts.ts';

/** Logs out, shows a toast and goes to the login screen. */
export function useMenuLogout() {
  const navigate = useNavigate();
  const { mutateAsync } = useLogout();
  // Awaited instead of using callbacks: the menu unmounts before the reply arrives.
  return async () => {
    try {
      await mutateAsync();
      // Not earlier: the login screen redirects logged-in users to the home page.
      await navigate({ to: '/login', ignoreBlocker: true });
      toastSuccess('Logged out successfully');
    } catch (error) {
      toastError(refusalMessage(error, 'Failed to logout'));
    }
  };
}
