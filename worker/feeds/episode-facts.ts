/** The one-word fields of an episode: number, season, type, explicit. */
import type { EpisodeType } from '../../schema/wire/episode-page.ts';
import { firstText } from './elements.ts';
import type { FeedItem } from './feed.ts';
import type { XmlElement } from './xml.ts';

type Facts = Pick<FeedItem, 'number' | 'season' | 'type' | 'isExplicit'>;

export const NO_FACTS: Facts = { number: null, season: null, type: 'full', isExplicit: null };

const TYPES: Readonly<Record<string, EpisodeType>> = { trailer: 'trailer', bonus: 'bonus' };

const EXPLICIT: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  explicit: true,
  no: false,
  false: false,
  clean: false,
};

/** What is missing or unreadable is as in `NO_FACTS`. */
export function episodeFactsOf(item: XmlElement): Facts {
  const word = (names: string[]) => (firstText(item, names) ?? '').toLowerCase();
  const season = numberIn(firstText(item, ['itunes:season', 'podcast:season']));
  return {
    number: numberIn(firstText(item, ['itunes:episode', 'podcast:episode'])),
    season: season === null ? null : Math.floor(season),
    type: TYPES[word(['itunes:episodetype'])] ?? 'full',
    isExplicit: EXPLICIT[word(['itunes:explicit', 'googleplay:explicit'])] ?? null,
  };
}

/** `podcast:episode` may be a decimal fraction. */
function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,6}(?:\.\d{1,4})?$/.test(text) ? Number(text) : null;
}
