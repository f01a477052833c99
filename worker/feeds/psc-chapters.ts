/** Podlove Simple Chapters: https://podlove.org/simple-chapters/ */
import type { Chapter } from '../../schema/wire/episode-page.ts';
import { MAX_CHAPTERS, tidyChapters } from './chapters.ts';
import { absoluteUrl, childrenNamed } from './elements.ts';
import type { XmlElement } from './xml.ts';

/** Hours and minutes are optional; the fraction is milliseconds. */
const NORMAL_PLAY_TIME = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5})(?:\.(\d{1,3}))?$/;

/** Leaves out chapters without a readable start. */
export function pscChaptersOf(item: XmlElement): Chapter[] {
  const all = childrenNamed(item, 'psc:chapters').flatMap((list) =>
    childrenNamed(list, 'psc:chapter'),
  );
  return tidyChapters(
    all.slice(0, MAX_CHAPTERS).flatMap(({ attributes, base }) => {
      const start = seconds(attributes.start ?? '');
      if (start === null) return [];
      return {
        start,
        end: null,
        title: attributes.title ?? '',
        url: absoluteUrl(attributes.href, base),
        imageUrl: absoluteUrl(attributes.image, base),
        isListed: true,
      };
    }),
  );
}

function seconds(text: string): number | null {
  const match = NORMAL_PLAY_TIME.exec(text.trim());
  if (match === null) return null;
  const [, hours = '0', minutes = '0', whole = '0', fraction = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${whole}.${fraction}`);
}
