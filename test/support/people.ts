/** Users for tests inside workerd. Each test creates its own. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { startSession } from '../../worker/accounts/sessions.ts';
import { insertUser } from '../../worker/accounts/store.ts';
import worker from '../../worker/index.ts';
import { createDatabase } from '../../worker/platform/database.ts';

export const ORIGIN = 'http://localhost';

export interface Person {
  id: string;
  username: string;
  /** For a `Cookie` header. */
  cookie: string;
  /** Sends a request to the Worker as this user. */
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same with a JSON body. */
  send: (method: string, path: string, body?: unknown) => Promise<Response>;
}

/** Sends a request to the Worker and waits for its background work. */
export async function ask(
  path: string,
  init: RequestInit = {},
  bindings: Env = env,
): Promise<Response> {
  const context = createExecutionContext();
  const response = await worker.fetch(new Request(`${ORIGIN}${path}`, init), bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

/** A user with a session, inserted directly as two rows. */
export async function makePerson(bindings: Env = env): Promise<Person> {
  const db = createDatabase(bindings.DB);
  const username = `person-${crypto.randomUUID().slice(0, 12)}`;
  const row = await insertUser(db, {
    username,
    passwordHash: null,
    email: null,
    linkedinUrl: null,
  });
  if (!row) throw new Error(`the name ${username} is taken`);
  const { cookies } = await startSession(db, row.id, { url: ORIGIN, days: 30 });
  const cookie = cookies[0]?.split(';', 1)[0] ?? '';
  const askAs = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookie);
    return ask(path, { ...init, headers }, bindings);
  };
  return {
    id: row.id,
    username,
    cookie,
    ask: askAs,
    send: (method, path, body) =>
      askAs(path, {
        method,
        headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
