import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  /** Such as `http://127.0.0.1:8788`, without a slash at the end. */
  origin: string;
  /** Closes open connections. */
  close(): Promise<void>;
}

/**
 * Makes a server listen on loopback.
 *
 * @param port 0 lets the system choose one
 * @throws Error (rejects) if the port is taken
 */
export async function listenOnLoopback(server: Server, port = 0): Promise<LoopbackServer> {
  // A busy client that doesn't notice the end of its idle connection would send its next request there and
  // fail.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
