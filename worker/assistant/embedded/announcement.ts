/** Finds the sentence in which a show says what it is about. */
import { cachedBy } from '../../platform/cached-by.ts';
import { ANNOUNCES } from '../retrieval/speech-cues.ts';
import type { Known } from './known.ts';
import { isAsking } from './what-matters.ts';

/** A show says what it is about in one of its first sentences, in so many words. */
const ANNOUNCED_WITHIN = 40;
const ANNOUNCED_IN = { fewest: 6, most: 50 };
/** How many of the episode's main words an announcement has at least, each counted by how often it is said. */
const NAMES_SUBJECT = 2.5;

/** Returns the sentence in which a show says what it is about, if there is one. */
export const announcementIn = cachedBy(({ index, kind }: Known): number[] => {
  if (kind !== 'talk') return [];
  const timesSaid = (stem: string) => index.postings.get(stem)?.length ?? 1;
  let most = 2;
  for (const { length } of index.postings.values()) most = Math.max(most, length);
  const announcing = index.sentences
    .slice(0, ANNOUNCED_WITHIN)
    .filter(({ words }) => words >= ANNOUNCED_IN.fewest && words <= ANNOUNCED_IN.most)
    .filter(({ text }) => !isAsking(text) && ANNOUNCES.test(text))
    .map(({ index: at, words }) => {
      let named = 0;
      for (const stem of new Set(index.stems[at])) {
        named += Math.log(timesSaid(stem)) / Math.log(most);
      }
      return { at, named, worth: named / Math.sqrt(words) };
    })
    .filter(({ named }) => named >= NAMES_SUBJECT)
    .sort((a, b) => b.worth - a.worth);
  return announcing.slice(0, 1).map(({ at }) => at);
});
