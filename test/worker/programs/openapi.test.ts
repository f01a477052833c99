import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { ApiDescription } from '../../../schema/wire/openapi.ts';
import { app } from '../../../worker/app.ts';
import worker from '../../../worker/index.ts';
import { createOpenApiRoutes } from '../../../worker/programs/openapi-routes.ts';
import { ask, makePerson, ORIGIN } from '../../support/people.ts';

/** The cookie name that the API's description gives to programs. */
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

test('the description is written once for each origin, whoever asks', async () => {
  const routesOf = vi.fn(() => app.routes);
  const routes = createOpenApiRoutes(routesOf);
  const read = async (origin: string) => (await routes.request(`${origin}/`)).text();
  const first = await read('https://one.example');
  expect(await read('https://one.example')).toBe(first);
  expect(routesOf).toHaveBeenCalledTimes(1);
  expect(await read('https://other.example')).not.toBe(first);
});

test.each([
  ['post', '/api/quiz/generate', 'Idempotency-Key', /send the request again with the same one/],
  ['post', '/api/ask/chat', 'Idempotency-Key', /send the request again with the same one/],
  ['post', '/api/content', 'If-Match', /`version`/],
  ['put', '/api/user/insights/{id}', 'If-Match', /SHA-256 of the notes/],
])('the description of %s %s names its header %s', async (method, path, name, about) => {
  const description = await (await ask('/api/openapi.json')).json<ApiDescription>();
  const header = description.paths[path]?.[method]?.parameters?.find(
    ({ in: place }) => place === 'header',
  );
  expect(header).toMatchObject({ name, required: false, schema: { type: 'string' } });
  expect(header?.description).toMatch(about);
});
