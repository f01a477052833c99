import { linkOptions } from '@tanstack/react-router';

/** The path of the login screen that returns to `from` afterwards. */
export const loginPath = (from: string) => `/login?redirect=${encodeURIComponent(from)}`;

/**
 * A link to the login screen that returns to `from` afterwards. The address bar shows only `/login`.
 *
 * @param from a path of this app, with its query
 */
export function loginLink(from: string) {
  return linkOptions({ to: '/login', search: { redirect: from }, mask: { to: '/login' } });
}
