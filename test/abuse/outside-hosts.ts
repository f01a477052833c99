/**
 * Fake outside hosts, each on a loopback address of its own, so that a slow one doesn't affect the others.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** They use 127.0.0.1 to 127.0.0.6. */
const HOSTS = 6;

export interface OutsideHosts {
  /**
   * Serves a path on one of the hosts, by default the first. Returns its URL.
   *
   * @param host 0 to 5
   */
  serve: (path: string, listener: RequestListener, host?: number) => string;
  close: () => void;
}

export async function startOutsideHosts(): Promise<OutsideHosts> {
  const paths = new Map<string, RequestListener>();
  const servers = Array.from({ length: HOSTS }, () =>
    createServer((request, response) => {
      const listener = paths.get(new URL(request.url ?? '/', 'http://host').pathname);
      if (listener) listener(request, response);
      else response.writeHead(404).end();
    }),
  );
  const origins: string[] = [];
  for (const [at, server] of servers.entries()) {
    const address = `127.0.0.${at + 1}`;
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    origins.push(`http://${address}:${(server.address() as AddressInfo).port}`);
  }
  return {
    serve(path, listener, host = 0) {
      paths.set(path, listener);
      return `${origins[host % HOSTS]}${path}`;
    },
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
