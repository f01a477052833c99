/** What one socket may send: valid or not, it never holds up anybody else. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { useUp } from '../../support/rate-limits.ts';
import { call, makeChat } from './people.ts';
import { connect } from './socket-client.ts';

const MANY = 3_000;

test('a socket that sends thousands of messages is closed after a few', async () => {
  const { reader, sessionId } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  for (let sent = 0; sent < MANY; sent++) socket.send('{}');
  expect(await socket.closed()).toBe(4429);
  const refusals = socket.events.filter(({ type }) => type === 'chat_error');
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.length).toBeLessThan(100);
});

test('its user can continue with a new one', async () => {
  const { reader, sessionId } = await makeChat();
  const flooding = await connect(reader, sessionId);
  for (let sent = 0; sent < 100; sent++) flooding.send('{}');
  expect(await flooding.closed()).toBe(4429);
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'How high did you raise the price?' });
  expect((await socket.answer()).message.content).toContain('4,200');
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

test('handshakes are limited for each person', async () => {
  const { reader, sessionId } = await makeChat();
  await useUp(env.SOCKET_LIMIT, reader.id);
  const reply = await call(`/ws?sessionId=${sessionId}`, {
    reader,
    headers: { Upgrade: 'websocket' },
  });
  expect(reply.status).toBe(429);
});
