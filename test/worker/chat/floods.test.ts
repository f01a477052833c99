/** Whatever one socket sends, valid or not, never delays anybody else. */
import { env } from 'cloudflare:workers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sha256Hex } from '../../../worker/platform/sha256.ts';
import { useUp } from '../../support/rate-limits.ts';
import { call, makeChat, refusalOf } from './people.ts';
import { connect } from './socket-client.ts';

const MANY = 3_000;
const TOO_MANY = [
  429,
  'too_many_requests',
  'Too many connections. Please wait a minute and try again.',
];

test('a socket that sends thousands of messages is closed after a few, then cut off', async () => {
  const { reader, sessionId } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  const otherTab = await connect(reader, sessionId);
  for (let sent = 0; sent < MANY; sent++) socket.send('{}');
  // If it is cut off, it may not receive the reason.
  expect([4429, 1006]).toContain(await socket.closed());
  const refusals = socket.events.filter(({ type }) => type === 'chat_error');
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.length).toBeLessThan(100);
  // Resets the object, which its other tabs notice, too.
  expect(await otherTab.closed()).toBe(1006);
  const later = await connect(reader, sessionId);
  later.send({ type: 'chat', message: 'How high did you raise the price?' });
  expect((await later.answer()).message.content).toContain('4,200');
});

test('a socket that stops when it is closed is not cut off, and its user can continue with a new one', async () => {
  const { reader, sessionId } = await makeChat();
  const flooding = await connect(reader, sessionId);
  const otherTab = await connect(reader, sessionId);
  for (let sent = 0; sent < 50; sent++) flooding.send('{}');
  expect(await flooding.closed()).toBe(4429);
  expect(flooding.closeReason).toBe('Too many messages');
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'How high did you raise the price?' });
  expect((await socket.answer()).message.content).toContain('4,200');
  expect((await otherTab.answer()).message.content).toContain('4,200');
});

test('a socket may send one more message per second', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  const { reader, sessionId } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent++) socket.send('{}');
    for (let sent = 0; sent < count; sent++) await socket.next('chat_error');
  };
  await send(30);
  vi.setSystemTime(now + 20_000);
  await send(20);
  expect(socket.closeCode).toBeNull();
  socket.send('{}');
  expect(await socket.closed()).toBe(4429);
});

test('invalid messages cause no reads of D1', async () => {
  const { reader, sessionId } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  await env.DB.exec('ALTER TABLE sessions RENAME TO sessions_gone');
  await env.DB.exec('ALTER TABLE chat_sessions RENAME TO chat_sessions_gone');
  try {
    socket.send('{}');
    expect(await socket.next('chat_error')).toMatchObject({ error: 'bad_request' });
  } finally {
    await env.DB.exec('ALTER TABLE chat_sessions_gone RENAME TO chat_sessions');
    await env.DB.exec('ALTER TABLE sessions_gone RENAME TO sessions');
  }
});

test.each([
  ['text', 'x'.repeat(1_000_000)],
  ['bytes', new ArrayBuffer(1_000_000)],
])('a long message counts as several: %s', async (_, message) => {
  const { reader, sessionId } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  socket.send(message);
  expect(await socket.closed()).toBe(4429);
});

test('bytes are no valid message', async () => {
  const { reader, sessionId } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  socket.send(new TextEncoder().encode('{"type":"stop"}').buffer);
  expect(await socket.next('chat_error')).toMatchObject({ error: 'bad_request' });
});

test('handshakes are limited for each session before anything is read', async () => {
  const { reader, sessionId } = await makeChat();
  const token = reader.cookie.split(';')[0]?.split('=')[1] ?? '';
  useUp(env.SOCKET_LIMIT, await sha256Hex(token));
  await env.DB.exec('ALTER TABLE sessions RENAME TO sessions_gone');
  try {
    const reply = await call(`/ws?sessionId=${sessionId}`, {
      reader,
      headers: { Upgrade: 'websocket' },
    });
    expect(await refusalOf(reply)).toEqual(TOO_MANY);
  } finally {
    await env.DB.exec('ALTER TABLE sessions_gone RENAME TO sessions');
  }
});

test('handshakes are limited for each person', async () => {
  const { reader, sessionId } = await makeChat();
  useUp(env.SOCKET_LIMIT, reader.id);
  const reply = await call(`/ws?sessionId=${sessionId}`, {
    reader,
    headers: { Upgrade: 'websocket' },
  });
  expect(await refusalOf(reply)).toEqual(TOO_MANY);
});
