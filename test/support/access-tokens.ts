/** Personal access tokens for tests inside workerd. */
import { eq } from 'drizzle-orm';
import { accessTokens } from '../../schema/tables/tokens.ts';
import type { CreatedToken, TokenScope } from '../../schema/wire/tokens.ts';
import { ask, type Person } from './people.ts';
import { db } from './podcasts.ts';

export async function makeToken(person: Person, scopes: TokenScope[]): Promise<CreatedToken> {
  const reply = await person.send('POST', '/api/user/tokens', { name: 'a script', scopes });
  if (reply.status !== 201) throw new Error(`no token was made: ${reply.status}`);
  return reply.json<CreatedToken>();
}

/** @param expiresAt ISO 8601; may be in the past, which the API refuses */
export async function setExpiry(id: string, expiresAt: string): Promise<void> {
  await db
    .update(accessTokens)
    .set({ expiresAt: new Date(expiresAt) })
    .where(eq(accessTokens.id, id));
}

/** Sends a request with only this token. */
export function askWithToken(token: string, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return ask(path, { ...init, headers });
}
