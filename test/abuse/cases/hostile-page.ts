import type { AbuseCase } from '../abuse-case.ts';

/**
 * Formerly, this page of 1.5 MB blocked everybody for 82 seconds, and for 20 as a podcast's address.
 */
const PAGE = `<article>${'A text that can be read. '.repeat(100)}${'<div>'.repeat(300_000)}`;

export default {
  name: 'a web page of 300,000 elements within each other',
  isShort: true,
  async prepare({ register, serve }) {
    const reader = await register();
    const address = serve('/nested.html', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
    });
    return {
      async attack() {
        const { id } = await reader.call<{ id: string }>('POST', '/api/user/sources', {
          kind: 'page',
          address,
        });
        await reader.call('DELETE', `/api/user/sources/${id}`);
      },
    };
  },
} satisfies AbuseCase;
