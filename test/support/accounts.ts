/** Accounts with passwords, and requests like a browser's, each from a new address. */
import { env } from 'cloudflare:workers';
import { Buffer } from 'node:buffer';
import { scryptSync } from 'node:crypto';
import { startSession } from '../../worker/accounts/sessions.ts';
import { insertUser } from '../../worker/accounts/store.ts';
import { ask, ORIGIN } from './people.ts';
import { db } from './podcasts.ts';

/** Limits count per address, so tests must not share one. */
export const someAddress = () => crypto.randomUUID();

export function post(
  path: string,
  body: unknown,
  options: { address?: string; origin?: string; bindings?: Env } = {},
): Promise<Response> {
  const { address = someAddress(), origin = ORIGIN, bindings = env } = options;
  const init = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'CF-Connecting-IP': address,
      Origin: origin,
    },
    body: JSON.stringify(body),
  };
  return ask(path, init, bindings);
}

export const someName = () => `someone-${crypto.randomUUID().slice(0, 12)}`;

/** Returns the `name=value` of a cookie set by a reply; '' if the reply doesn't set it. */
export function cookieOf(reply: Response, name = 'dripcast_session'): string {
  const set = reply.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  return set?.split(';', 1)[0] ?? '';
}

const SALT = '00'.repeat(16);

/** A stored hash that is checked at once, because its parameters stand in it: those of ours take a quarter of a second. */
const quickHash = (password: string) =>
  `scrypt-rounds$16$1$1$${SALT}$${scryptSync(password, Buffer.from(SALT, 'hex'), 32, { N: 16, r: 1, p: 1 }).toString('hex')}`;

/** An account with this password and a session, inserted directly. */
export async function makeAccount(
  password: string,
  { username = someName(), email = null }: { username?: string; email?: string | null } = {},
) {
  const passwordHash = quickHash(password);
  const user = await insertUser(db, { username, passwordHash, email, linkedinUrl: null });
  if (!user) throw new Error(`the name ${username} is taken`);
  const { cookies } = await startSession(db, user.id, { url: ORIGIN, days: 30 });
  return { id: user.id, username, cookie: cookies[0]?.split(';', 1)[0] ?? '' };
}
