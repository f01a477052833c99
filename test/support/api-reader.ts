/** A user who only uses the API. */

export interface ApiReader {
  username: string;
  /** Name and value of each cookie. */
  cookies: [string, string][];
  /** Calls the API with the user's cookie and returns the JSON. Throws unless the reply is 2xx. */
  call: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;
}

/** Registers a user with a new name, from an address of their own: registrations are limited per address. */
export async function registerOverHttp(origin: string): Promise<ApiReader> {
  const username = `reader-${crypto.randomUUID().slice(0, 12)}`;
  const reply = await fetch(`${origin}/api/register`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'CF-Connecting-IP': crypto.randomUUID(),
    },
    body: JSON.stringify({ username, password: 'a good secret', email: '', linkedinUrl: '' }),
  });
  if (reply.status !== 201) throw new Error(`registering answered ${await reply.text()}`);
  const cookies = reply.headers.getSetCookie().map((line): [string, string] => {
    const [pair = ''] = line.split(';', 1);
    const index = pair.indexOf('=');
    return [pair.slice(0, index), pair.slice(index + 1)];
  });
  const cookie = cookies.map((pair) => pair.join('=')).join('; ');
  return {
    username,
    cookies,
    async call(method, path, body) {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
  };
}
