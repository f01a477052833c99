import { asWebVtt, HOSTILE_TRANSCRIPTS } from '../../support/hostile-transcripts.ts';
import type { AbuseCase } from '../abuse-case.ts';
import { readAtOnce } from '../read-at-once.ts';

/** Nearly the maximum length of a transcript. */
const CHARS = 1_500_000;

/** Formerly, a hundred of these made another reader wait 14 seconds. */
export default {
  name: 'transcripts of 1.5 MB, 20 at once',
  isShort: true,
  async prepare({ origin, register, serve, addPodcasts }) {
    const lines = HOSTILE_TRANSCRIPTS['where each line has its speaker']?.(CHARS) ?? [];
    const transcript = serve('/long.vtt', (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/vtt' }).end(asWebVtt(lines)),
    );
    const feed = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>Long</title><item><title>Long</title><guid isPermaLink="false">long</guid>
<podcast:transcript url="${transcript}" type="text/vtt"/></item></channel></rss>`;
    const feedUrl = serve('/long.xml', (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(feed),
    );
    const ids = await addPodcasts([{ feedUrl }]);
    const reader = await register();
    for (const id of ids) await reader.call('POST', `/api/podcasts/${id}/subscribe`);
    const { episodes } = await reader.call<{ episodes: Record<string, { id: string }[]> }>(
      'POST',
      '/api/podcasts/fetch-recent',
    );
    const [episode] = Object.values(episodes).flat();
    const path = `/api/podcasts/episodes/${episode?.id}/transcript`;
    await reader.call('GET', path);
    return { attack: () => readAtOnce(origin, reader, () => path) };
  },
} satisfies AbuseCase;
