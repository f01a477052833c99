import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ApiError,
  api,
  errorMessage,
  errorOf,
  ReaderError,
  readReply,
} from '../../../web/api/client.ts';

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

test('shows the JSON message, its error, or our own words', async () => {
  const messageFor = async (body: string) =>
    errorMessage(await errorOf(reply(500, '', body)), 'It failed');
  expect(await messageFor('{"error":"unavailable","message":"Back at noon"}')).toBe('Back at noon');
  expect(await messageFor('{"error":"Back at noon"}')).toBe('Back at noon');
  expect(await messageFor('{"error":"unavailable"}')).toBe('It failed');
  expect(await messageFor('')).toBe('It failed');
});

test.each([
  ["a proxy's page", '<html>\n<head><title>502 Bad Gateway</title></head></html>'],
  ['half a page', 'upstream failed</body>'],
  [
    "a validator's issues",
    '{"success":false,"error":{"name":"ZodError","message":"[\\n  {\\n    \\"code\\": \\"invalid_type\\"}]"}}',
  ],
  ['a list of issues as the message', '{"message":"[{\\"code\\":\\"custom\\"}]"}'],
  ["a program's error", '{"message":"Cannot read properties of undefined (reading \'id\')"}'],
  ['a stack', 'TypeError: x is not a function\n    at send (app.js:1:1)'],
  ['cut JSON', '{"message":"Back at'],
  ["a proxy's code", 'error code: 502'],
  ["a proxy's reason", 'Bad gateway: upstream connect error or disconnect/reset before headers'],
  ["a proxy's reason in JSON", '{"message":"Bad Gateway: upstream connect error"}'],
  ["a status's name", '{"error":"Not Found"}'],
  ['a bare code', '{"error":"forbidden","message":"forbidden"}'],
  ["a validator's wording", '{"message":"x: Invalid input: expected string, received undefined"}'],
  ["a validator's wording without a field", '{"message":"Too big: expected string to have <=5"}'],
  ["a request's field", '{"message":"The field \'episodeId\' must be an id."}'],
  ['a request without a body', '{"message":"The request is missing."}'],
  ['a flood', 'no '.repeat(1_000)],
])('%s is never shown to a reader', async (_name, body) => {
  for (const status of [400, 422, 500, 502]) {
    expect(errorMessage(await errorOf(reply(status, '', body)), 'It failed')).toBe('It failed');
  }
});

test.each([
  'Wrong password',
  'Username already exists',
  'Too many requests. Please wait a minute and try again.',
  'You have 1,000 conversations. Delete some, then try again.',
  'Password must be at least 6 characters',
])('the sentence %j is shown', async (message) => {
  const error = await errorOf(reply(409, '', JSON.stringify({ error: 'conflict', message })));
  expect(errorMessage(error, 'It failed')).toBe(message);
});

test.each([
  [409, 'Username already exists'],
  [500, 'Something went wrong on our side. Please try again.'],
])("the plain text of a %i is shown as the server's", async (status, text) => {
  expect(errorMessage(await errorOf(reply(status, '', text)), 'It failed')).toBe(text);
});

test('only errors written for readers are shown to them', () => {
  expect(errorMessage(new TypeError('x is undefined'), 'It failed')).toBe('It failed');
  expect(errorMessage(new ReaderError('No session'), 'It failed')).toBe('No session');
});

test.each([
  ['HTML with status 200', '<!doctype html>'],
  ['cut JSON', '{"questions":['],
  ['nothing', ''],
  ['JSON of another shape', '{"other":1}'],
  ['null', 'null'],
])('%s is an error with our words', async (_name, body) => {
  const reading = readReply<{ questions: unknown[] }>(
    Promise.resolve(reply(200, 'OK', body)),
    ({ questions }) => Array.isArray(questions),
  );
  const error: unknown = await reading.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(errorMessage(error, 'It failed')).toBe('It failed');
});

test('a call whose reply never begins ends, and says so', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const read = api.podcasts.$get().catch(String);
  const write = api.quiz.submit
    .$post({ json: { score: 1, totalQuestions: 5 }, header: {} })
    .catch(String);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await read).toContain('The server did not answer');
  await vi.advanceTimersByTimeAsync(210_000);
  expect(await write).toContain('The server did not answer');
});
