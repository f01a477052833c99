import type { Context } from 'hono';

/** Adds `Set-Cookie` headers to the reply. */
export function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
