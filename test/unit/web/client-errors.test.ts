import { expect, test } from 'vitest';
import { errorOf, wordsOf } from '../../../web/api/client.ts';

const reply = (status: number, statusText: string, body: string) =>
  new Response(body, { status, statusText });

test("failed fetch default: 500 or above raises 'status: status text'", async () => {
  const error = await errorOf(reply(503, 'Service Unavailable', 'secret'));
  expect(error.message).toBe('503: Service Unavailable');
});

test("below 500 raises 'status: response body text'", async () => {
  const error = await errorOf(reply(409, 'Conflict', 'Username already exists'));
  expect(error.message).toBe('409: Username already exists');
});

test('a reader is told the message of a JSON reply, its error without one, the text, or our words', async () => {
  const told = async (body: string) => wordsOf(await errorOf(reply(500, '', body)), 'It failed');
  expect(await told('{"error":"unavailable","message":"Back at noon"}')).toBe('Back at noon');
  expect(await told('{"error":"unavailable"}')).toBe('unavailable');
  expect(await told('Back at noon')).toBe('Back at noon');
  expect(await told('')).toBe('It failed');
});
