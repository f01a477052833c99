import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../../../worker/operator/samples/loopback-server.ts';

test('an idle connection has no time limit that a busy client could miss', async () => {
  const server = await listenOnLoopback(createServer((_request, response) => response.end('here')));
  const reply = await fetch(server.origin);
  expect(await reply.text()).toBe('here');
  expect(reply.headers.get('Connection')).toBe('keep-alive');
  expect(reply.headers.get('Keep-Alive')).toBeNull();
  await server.close();
});
