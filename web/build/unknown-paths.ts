import type { Plugin } from 'vite';
import { isScreenPath } from '../../schema/wire/screens.ts';

/** As the Worker does it in production: unknown paths are 404, with the page only for navigations. */
export function unknownPaths(): Plugin {
  return {
    name: 'unknown-paths',
    apply: 'serve',
    configureServer(server) {
      // After Vite's own: what no module or file has answered has become a request for the page.
      return () => {
        server.middlewares.use((request, response, next) => {
          const path = (request.originalUrl ?? '/').split('?', 1)[0] ?? '/';
          if (request.url !== '/index.html' || path === '/index.html' || isScreenPath(path)) {
            return next();
          }
          if (request.headers['sec-fetch-mode'] !== 'navigate') {
            response.statusCode = 404;
            return response.end('Not found');
          }
          // Vite sets 200 right before it ends the reply.
          const writeHead = response.writeHead.bind(response);
          response.writeHead = (_status: number) => writeHead(404);
          next();
        });
      };
    },
  };
}
