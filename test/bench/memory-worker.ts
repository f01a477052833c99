/** The reading of one feed as a refresh does it: `GET /?url=…` says what came of it. */
import { fetchFeed } from '../../worker/feeds/fetch-feed.ts';
import { OutsideHost } from '../../worker/platform/OutsideHost.ts';
import { fetchOutsideFor } from '../../worker/platform/outbound-settings.ts';

export { OutsideHost };

export default {
  async fetch(request, env) {
    const address = new URL(request.url).searchParams.get('url') ?? '';
    try {
      const { feed } = await fetchFeed(fetchOutsideFor(env), address, { described: 10 });
      return Response.json(`${feed?.items.length} items`);
    } catch (error) {
      return Response.json(error instanceof Error ? error.message : 'failed');
    }
  },
} satisfies ExportedHandler<Env>;
