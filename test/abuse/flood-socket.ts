/**
 * One socket that sends invalid messages until the server closes it, on a thread of its own: sending
 * thousands of messages blocks the sender's event loop, which must not count as another reader's wait.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

export interface SocketFlood {
  url: string;
  headers: Record<string, string>;
  messages: number;
}

export interface FloodResult {
  /** The code with which the server closed the socket. */
  code: number;
  /** How many replies the server sent before. */
  replies: number;
}

const { url, headers, messages } = workerData as SocketFlood;
// Node's WebSocket accepts headers, but its type doesn't include them.
const socket = new WebSocket(url, { headers } as unknown as string[]);
let replies = 0;
socket.addEventListener('message', () => {
  replies += 1;
});
await once(socket, 'open');
const closed = once(socket, 'close');
for (let sent = 0; sent < messages; sent += 1) socket.send('{}');
const [{ code }] = await closed;
parentPort?.postMessage({ code, replies } satisfies FloodResult);
