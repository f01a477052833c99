import type { Podcast } from '../../../schema/wire/catalogue.ts';
import type { AbuseCase } from '../abuse-case.ts';

const FEED = '<rss version="2.0"><channel><title>Quick</title></channel></rss>';

/** The other reader wants a feed of the host whose covers never come. */
export default {
  name: "twenty requests for a cover that does not come: the host's feeds",
  isShort: false,
  async prepare({ origin, register, serve, addPodcasts }) {
    const feedUrl = serve('/quick.xml', (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(FEED),
    );
    const imageUrl = serve('/never.png', () => {});
    const [id] = await addPodcasts([{ feedUrl, imageUrl }]);
    const reader = await register();
    const podcasts = await reader.call<Podcast[]>('GET', '/api/podcasts');
    if (!podcasts.some((one) => one.id === id)) throw new Error('the podcast is not there');
    return {
      attack: () =>
        Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/api/podcasts/${id}/cover`))),
      async read() {
        const somebody = await register();
        await somebody.call('POST', `/api/podcasts/${id}/subscribe`);
        await somebody.call('POST', '/api/podcasts/fetch-recent');
      },
    };
  },
} satisfies AbuseCase;
