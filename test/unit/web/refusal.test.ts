import { expect, test } from 'vitest';
import { errorOf } from '../../../web/api/client.ts';
import { refusalMessage } from '../../../web/api/refusal.ts';

const FULL = 'Your library is full. Delete what you no longer need, then save again.';
const refused = (status: number, body: string) => errorOf(new Response(body, { status }));
const refusalFor = async (status: number, body: string) =>
  refusalMessage(await refused(status, body), 'Failed to save insight');

test.each([409, 429])("a %i shows the server's sentence", async (status) => {
  expect(await refusalFor(status, JSON.stringify({ error: 'conflict', message: FULL }))).toBe(FULL);
});

test.each([400, 403, 404, 422, 500, 503])("a %i keeps the screen's text", async (status) => {
  expect(await refusalFor(status, JSON.stringify({ message: FULL }))).toBe(
    'Failed to save insight',
  );
});

test.each([
  ['a bare code', '{"error":"too_many_requests"}'],
  ["a proxy's page", '<html><h1>429 Too Many Requests</h1></html>'],
  ['nothing', ''],
])("%s is not a sentence: the screen's text stays", async (_name, body) => {
  for (const status of [409, 429])
    expect(await refusalFor(status, body)).toBe('Failed to save insight');
});

test("other errors keep the screen's text", () => {
  expect(refusalMessage(new TypeError('x is undefined'), 'It failed')).toBe('It failed');
});
