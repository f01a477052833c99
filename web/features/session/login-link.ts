import { linkOptions } from '@tanstack/react-router';

/**
 * To the log-in screen, and back to `from` afterwards. The address bar shows `/login` alone.
 *
 * @param from a path of ours with its search part
 */
export function loginLink(from: string) {
  return linkOptions({ to: '/login', search: { redirect: from }, mask: { to: '/login' } });
}
