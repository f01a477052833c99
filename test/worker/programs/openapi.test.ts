import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import worker from '../../../worker/index.ts';
import { ask, makePerson, ORIGIN } from '../../support/people.ts';

/** The name of the cookie that the API's description tells programs to send. */
async function describedCookie(origin: string): Promise<string> {
  const request = new Request<unknown, IncomingRequestCfProperties>(`${origin}/api/openapi.json`);
  const reply = await worker.fetch(request, env, createExecutionContext());
  const { components } = await reply.json<{
    components: { securitySchemes: { session: { name: string } } };
  }>();
  return components.securitySchemes.session.name;
}

test('the description names the cookie that the API accepts', async () => {
  const person = await makePerson();
  const [, token] = person.cookie.split('=');
  const name = await describedCookie(ORIGIN);
  const reply = await ask('/api/user', { headers: { Cookie: `${name}=${token}` } });
  expect(reply.status).toBe(200);
  expect(await describedCookie('https://dripcast.example')).toBe(`__Host-${name}`);
});
