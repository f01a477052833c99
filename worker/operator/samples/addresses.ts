import { measureWav, readWav } from './audio.ts';
import { renderChaptersJson, renderSrt, renderTranscriptJson, renderVtt } from './captions.ts';
import { drawCover } from './cover.ts';
import { renderFeed, TRANSCRIPT_TYPES } from './feed.ts';
import { renderEpisodePage, renderIndex } from './pages.ts';
import { etagOf, type Representation, representText } from './representation.ts';
import type { Episode, Show } from './shows.ts';
import type { Timeline } from './timing.ts';

const HTML = 'text/html; charset=utf-8';

const TRANSCRIPT_WRITERS = { vtt: renderVtt, srt: renderSrt, json: renderTranscriptJson };

/** Returns what is served at a path such as `/marketing/feed.xml`; null if there is nothing. */
export function findRepresentation(
  shows: Show[],
  path: string,
  { origin, now }: { origin: string; now: Date },
): Representation | null {
  if (path === '/') return representText(HTML, renderIndex(shows));
  const [, folder, slug, suffix = ''] =
    /^\/([a-z]+)\/([a-z0-9-]+)((?:\.[a-z]+)*)$/.exec(path) ?? [];
  const show = shows.find((candidate) => candidate.slug === folder);
  if (!show) return null;
  if (slug === 'feed' && suffix === '.xml') {
    return representText('application/rss+xml; charset=utf-8', renderFeed(show, origin, now));
  }
  if (slug === 'cover' && suffix === '.svg') {
    return representText('image/svg+xml', drawCover(show));
  }
  const episode = show.episodes.find((candidate) => candidate.slug === slug);
  return episode ? findOfEpisode(show, episode, suffix) : null;
}

function findOfEpisode(show: Show, episode: Episode, suffix: string): Representation | null {
  const { timeline, transcript, title } = episode;
  if (suffix === '') return representText(HTML, renderEpisodePage(show, episode));
  if (!timeline) return null;
  if (suffix === '.wav') return representAudio(timeline);
  if (suffix === '.chapters.json') {
    const chapters = renderChaptersJson(show, title, timeline);
    return representText('application/json+chapters', chapters);
  }
  if (transcript === 'none' || suffix !== `.${transcript}`) return null;
  const type = `${TRANSCRIPT_TYPES[transcript]}; charset=utf-8`;
  return representText(type, TRANSCRIPT_WRITERS[transcript](timeline));
}

/** The tag derives from the script, so that it can be computed without making the audio. */
function representAudio(timeline: Timeline): Representation {
  return {
    type: 'audio/wav',
    etag: etagOf(JSON.stringify(timeline)),
    length: measureWav(timeline),
    read: (start, end) => readWav(timeline, start, end),
  };
}
