/** Registers and logs in like a browser, each time from a new address. */
import { env } from 'cloudflare:workers';
import { ask, ORIGIN } from './people.ts';

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
