/**
 * Reads one feed as a refresh does, or one transcript as it is stored for everybody: `GET /?feed=…` and `GET
 * /?transcript=…` return the outcome.
 */
import { fetchFeed } from '../../worker/feeds/fetch-feed.ts';
import {
  type FetchOutside,
  fetchOutsideFor,
} from '../../worker/platform/outbound/fetch-outside-for.ts';
import { HostLimiter } from '../../worker/platform/outbound/HostLimiter.ts';
import { fetchTranscript } from '../../worker/transcripts/fetch-transcript.ts';
import { formatTranscript } from '../../worker/transcripts/format-transcript.ts';

export { HostLimiter };

export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url);
    const fetchOutside = fetchOutsideFor(env);
    const [feed, transcript] = [searchParams.get('feed'), searchParams.get('transcript')];
    try {
      if (feed) return Response.json(await readFeedAt(fetchOutside, feed));
      return Response.json(await readTranscriptAt(fetchOutside, transcript ?? ''));
    } catch (error) {
      return Response.json(error instanceof Error ? error.message : 'failed');
    }
  },
} satisfies ExportedHandler<Env>;

async function readFeedAt(fetchOutside: FetchOutside, url: string): Promise<string> {
  const { feed } = await fetchFeed(fetchOutside, url, { described: 10 });
  return `${feed?.items.length} items`;
}

async function readTranscriptAt(fetchOutside: FetchOutside, url: string): Promise<string> {
  const fetched = await fetchTranscript(
    fetchOutside,
    {
      id: 'episode',
      transcriptLinks: [{ url, type: '', language: null, rel: null }],
      youtubeVideoId: null,
      language: null,
    },
    { asYoutubeApp: false },
  );
  if (fetched.status !== 'ready') return 'refused';
  const { transcript, sourceUrl } = fetched;
  const heading = { title: 'One', podcastTitle: 'Show', publishedAt: null, sourceUrl };
  const kept = formatTranscript(transcript, heading).length + JSON.stringify(transcript).length;
  return `${transcript.lines.length} lines, ${(kept / 1e6).toFixed(1)} million characters kept`;
}
