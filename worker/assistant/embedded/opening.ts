/** What an episode says at its start that it is about: a show's announcement, or each side's position in court. */
import { cachedBy } from '../../platform/cached-by.ts';
import { ANNOUNCES, isAsking } from '../language/speech-cues.ts';
import { chooseSpread } from './choose-spread.ts';
import type { Known } from './known.ts';
import { namesSubject, openingsIn, worthOf } from './what-matters.ts';

/** Returns the sentences in which an episode says what it is about, `count` at most; none if it doesn't. */
export const openingOf = (known: Known, count: number): number[] =>
  hasSides(known) ? positionsOf(known, count) : announcementIn(known).slice(0, count);

/** A show says what it is about in one of its first sentences, in so many words. */
const ANNOUNCED_WITHIN = 40;
const ANNOUNCED_IN = { fewest: 6, most: 50 };
/** How much of the subject an announcement has to name, as `namesSubject` counts it. */
const NAMES_SUBJECT = 2;

/** Returns the index of the sentence in which a show says what it is about; empty if there is none. */
export const announcementIn = cachedBy((known: Known): number[] => {
  const { index, kind } = known;
  if (kind !== 'talk') return [];
  return index.sentences
    .slice(0, ANNOUNCED_WITHIN)
    .filter(({ words }) => words >= ANNOUNCED_IN.fewest && words <= ANNOUNCED_IN.most)
    .filter(({ text }) => !isAsking(text) && ANNOUNCES.test(text))
    .map(({ index: at, words }) => {
      const named = namesSubject(known, at);
      return { at, named, worth: named / Math.sqrt(words) };
    })
    .filter(({ named }) => named >= NAMES_SUBJECT)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, 1)
    .map(({ at }) => at);
});

/** Whether this is an argument in court in which a side's opening was found. */
export const hasSides = ({ kind, index }: Known): boolean =>
  kind === 'argument' && openingsIn(index).length > 0;

/**
 * Returns the opening sentences that matter most, as many of each side.
 *
 * @param speakers whose openings are wanted; by default those of the two sides
 */
export function positionsOf(known: Known, count: number, speakers: string[] = []): number[] {
  const openings = openingsIn(known.index);
  const sides =
    speakers.length > 0
      ? openings.filter(([first]) => speakers.includes(first?.speaker ?? ''))
      : [...new Set([openings[0], openings.at(-1)])].filter((one) => one !== undefined);
  const worth = worthOf(known);
  const chosen: number[] = [];
  for (const [place, sentences] of sides.entries()) {
    const most = Math.ceil((count - chosen.length) / (sides.length - place));
    const opening = new Set(sentences.map(({ index }) => index));
    const own = worth.map((value, at) => (opening.has(at) ? value : 0));
    chosen.push(...chooseSpread(known, own, most));
  }
  return chosen.sort((a, b) => a - b);
}
