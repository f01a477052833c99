/**
 * What an episode says itself that it is about: a show's announcement, each side's position in court, the diagnosis
 * at a doctor's.
 */
import { cachedBy } from '../../platform/cached-by.ts';
import { DIAGNOSIS } from '../language/kinds.ts';
import { ANNOUNCES, isQuestion } from '../language/speech-cues.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { chooseDiverse } from './extracts.ts';
import { mainWordCount, openingsIn, salienceOf } from './salience.ts';

/** Returns the sentences in which an episode says what it is about, `count` at most; none if it doesn't. */
export function openingOf(analysis: EpisodeAnalysis, count: number): number[] {
  if (hasSides(analysis)) return positionsOf(analysis, count);
  const said = analysis.kind === 'clinic' ? diagnosisIn(analysis) : announcementIn(analysis);
  return said.slice(0, count);
}

/** Returns the best sentence that says what a patient has; empty if none does. */
function diagnosisIn(analysis: EpisodeAnalysis): number[] {
  const salience = salienceOf(analysis).sentences;
  return analysis.index.sentences
    .filter(({ text }) => DIAGNOSIS.test(text) && !isQuestion(text))
    .map(({ index }) => index)
    .sort((a, b) => (salience[b] ?? 0) - (salience[a] ?? 0) || a - b)
    .slice(0, 1);
}

/** A show says what it is about in one of its first sentences, in so many words. */
const ANNOUNCED_WITHIN = 40;
const ANNOUNCED_IN = { fewest: 6, most: 50 };
/** How much of the subject an announcement has to name, as `namesSubject` counts it. */
const MIN_MAIN_WORDS = 2;

/** Returns the index of the sentence in which a show says what it is about; empty if there is none. */
export const announcementIn = cachedBy((analysis: EpisodeAnalysis): number[] => {
  const { index, kind } = analysis;
  if (kind !== 'talk') return [];
  return index.sentences
    .slice(0, ANNOUNCED_WITHIN)
    .filter(({ words }) => words >= ANNOUNCED_IN.fewest && words <= ANNOUNCED_IN.most)
    .filter(({ text }) => !isQuestion(text) && ANNOUNCES.test(text))
    .map(({ index: at, words }) => {
      const named = mainWordCount(analysis, at);
      return { at, named, density: named / Math.sqrt(words) };
    })
    .filter(({ named }) => named >= MIN_MAIN_WORDS)
    .sort((a, b) => b.density - a.density)
    .slice(0, 1)
    .map(({ at }) => at);
});

/** Whether this is an argument in court in which a side's opening was found. */
export const hasSides = ({ kind, index }: EpisodeAnalysis): boolean =>
  kind === 'argument' && openingsIn(index).length > 0;

/**
 * Returns the opening sentences that matter most, as many of each side.
 *
 * @param speakers whose openings are wanted; by default those of the two sides
 */
export function positionsOf(
  analysis: EpisodeAnalysis,
  count: number,
  speakers: string[] = [],
): number[] {
  const openings = openingsIn(analysis.index);
  const sides =
    speakers.length > 0
      ? openings.filter(([first]) => speakers.includes(first?.speaker ?? ''))
      : [...new Set([openings[0], openings.at(-1)])].filter((one) => one !== undefined);
  const salience = salienceOf(analysis).sentences;
  const chosen: number[] = [];
  for (const [place, sentences] of sides.entries()) {
    const most = Math.ceil((count - chosen.length) / (sides.length - place));
    const opening = new Set(sentences.map(({ index }) => index));
    const isMeant = (at: number) => opening.has(at);
    chosen.push(...chooseDiverse(analysis, salience, most, { isMeant }));
  }
  return chosen.sort((a, b) => a - b);
}
