import { formatClock } from '../../../schema/wire/clock.ts';
import type { Episode, Show } from './shows.ts';
import { element, type Markup } from './xml.ts';

/** The front page: every show with its feed and its episodes. */
export function renderIndex(shows: Show[]): string {
  const sections = shows.flatMap((show) => [
    element('h2', { id: show.slug }, show.title),
    element('p', {}, show.description),
    element('p', {}, anchor(`/${show.slug}/feed.xml`, 'Feed')),
    element('ul', {}, ...show.episodes.map((episode) => listEpisode(show, episode))),
  ]);
  return renderPage('Dripcast Sampler', sections);
}

/** An episode's page, to which its feed item links: notes, audio and chapters. */
export function renderEpisodePage(show: Show, episode: Episode): string {
  const chapters = (episode.timeline?.chapters ?? []).map((chapter) =>
    element('li', {}, `${formatClock(chapter.startMs / 1_000)} ${chapter.title}`),
  );
  const sound = episode.timeline
    ? [anchor(`/${show.slug}/${episode.slug}.wav`, 'Audio'), element('ul', {}, ...chapters)]
    : [];
  return renderPage(episode.title, [
    element('p', {}, anchor(`/#${show.slug}`, show.title)),
    element('p', {}, episode.description),
    ...sound,
  ]);
}

function listEpisode(show: Show, episode: Episode): Markup {
  return element(
    'li',
    {},
    anchor(episode.link ?? `/${show.slug}/${episode.slug}`, episode.title),
    episode.timeline && ` (${formatClock(episode.timeline.durationMs / 1_000)})`,
  );
}

function anchor(href: string, text: string): Markup {
  return element('a', { href }, text);
}

function renderPage(title: string, content: Markup[]): string {
  const page = element(
    'html',
    { lang: 'en' },
    element('head', {}, element('meta', { charset: 'utf-8' }), element('title', {}, title)),
    element('body', {}, element('h1', {}, title), ...content),
  );
  return `<!doctype html>\n${page.markup}\n`;
}
