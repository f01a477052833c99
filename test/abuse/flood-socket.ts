/**
 * Sends thousands of invalid messages in one write, whether or not the server closes the socket meanwhile.
 * Uses plain TCP, because a WebSocket client that sends them one by one would use more CPU than the server,
 * and the probes would measure that.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/** A text message `{}` from a client: final, masked with zeros. */
const MESSAGE = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]);
/** A close frame from a client, without a code. */
const LAST = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);
const TEXT = 0x81;

/** Counts the server's messages. All of them are shorter than 64 kB. */
class ReplyCounter {
  replies = 0;
  #bytes: Buffer = Buffer.alloc(0);

  read(more: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, more]);
    while (this.#bytes.length >= 4) {
      const [kind = 0, short = 0] = this.#bytes;
      const end = short < 126 ? 2 + short : 4 + this.#bytes.readUInt16BE(2);
      if (this.#bytes.length < end) return;
      this.#bytes = this.#bytes.subarray(end);
      if (kind === TEXT) this.replies += 1;
    }
  }
}

/**
 * @returns how many replies came before the connection ended; null if the server refused the handshake
 */
export async function floodSocket(
  url: string,
  headers: Record<string, string>,
  messages: number,
): Promise<number | null> {
  const handshake = request(url, {
    headers: {
      ...headers,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    },
  });
  const upgraded = once(handshake, 'upgrade');
  const refused = once(handshake, 'response').then(([response]) => {
    response.resume();
    return null;
  });
  handshake.end();
  const opened = await Promise.race([upgraded, refused]);
  if (opened === null) return null;
  const [, socket, head] = opened as [unknown, Socket, Buffer];
  const counter = new ReplyCounter();
  const ended = new Promise<void>((resolve) => {
    counter.read(head);
    socket.on('data', (bytes: Buffer) => counter.read(bytes));
    socket.on('end', () => resolve());
    // The server may cut the connection in the middle of a write.
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  socket.write(Buffer.concat([...Array.from({ length: messages }, () => MESSAGE), LAST]));
  await ended;
  socket.destroy();
  return counter.replies;
}
