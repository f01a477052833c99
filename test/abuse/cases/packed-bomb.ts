import { gzipSync } from 'node:zlib';
import type { AbuseCase } from '../abuse-case.ts';

export default {
  name: 'an answer that is packed twice and unpacks to 270 MB',
  isShort: true,
  async prepare({ origin, serve, addPodcasts }) {
    const bomb = gzipSync(gzipSync(Buffer.alloc(270 * 1024 * 1024)));
    const imageUrl = serve('/bomb.png', (_, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' });
      response.end(bomb);
    });
    const [id] = await addPodcasts([{ feedUrl: serve('/bomb.xml', (_, r) => r.end()), imageUrl }]);
    return {
      async attack() {
        const { status } = await fetch(`${origin}/api/podcasts/${id}/cover`);
        if (status !== 204) throw new Error(`the cover answered ${status}`);
      },
    };
  },
} satisfies AbuseCase;
