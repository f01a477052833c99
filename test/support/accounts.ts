/** Registering and logging in as a browser does, each from an address of its own. */
import { env } from 'cloudflare:workers';
import { ask, ORIGIN } from './people.ts';

/** Limits count by address, so no two tests share one. */
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

/** The `name=value` of a cookie that a reply sets; '' where it sets none of this name. */
export function cookieOf(reply: Response, name = 'dripcast_session'): string {
  const set = reply.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  return set?.split(';', 1)[0] ?? '';
}
