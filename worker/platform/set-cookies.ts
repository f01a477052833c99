import type { Context } from 'hono';

/** Adds `Set-Cookie` headers to the reply, beside those that are there. */
export function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
