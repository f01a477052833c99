/** Finds what a text of an episode is about, in the phrases that the episode uses. */
import { cachedSteps } from '../../platform/cached-by.ts';
import {
  BEFORE_THING,
  type CandidatePhrase,
  collect,
  collectPhrases,
  commonest,
  isEnglish,
  type Run,
  runsOf,
  scorePhrase,
  speakerStems,
} from './noun-phrases.ts';
import type { TranscriptIndex } from './transcript-index.ts';

interface Subject {
  /** As the episode says it most often, so that the form tells no text: 'market' for 'marketing'. */
  phrase: string;
  /** How much of the episode is about it, relative to its main subject: 0 to 1. */
  share: number;
}

/**
 * Returns what a text of this episode is about, each in up to three words, the main subject first; nothing in other
 * languages than English.
 */
export function subjectsOf(index: TranscriptIndex, text: string): Subject[] {
  if (!isEnglish(index)) return [];
  const shares = subjectShares(index);
  const found: Subject[] = [];
  for (const run of runsOf(text)) {
    const here = new Map<string, CandidatePhrase>();
    collect(run, here, speakerStems(index), true);
    const known = [...here].flatMap(([key, { surfaces }]) => {
      const subject = shares.get(key);
      return subject === undefined ? [] : [{ ...subject, said: commonest(surfaces) }];
    });
    const [best] = known.sort((one, other) => other.share - one.share);
    if (best === undefined) continue;
    const { phrase, share, said } = best;
    found.push({ phrase: withAdjectives(said, run) ?? phrase, share });
  }
  return found.sort((one, other) => other.share - one.share);
}

const MAX_SUBJECT_WORDS = 3;

/** After an article, the words before a noun describe it: 'the traditional financial system'. */
function withAdjectives(noun: string, { words, before }: Run): string | null {
  const phrase = words.slice(0, MAX_SUBJECT_WORDS).join(' ');
  return BEFORE_THING.test(before) && phrase.endsWith(` ${noun}`) ? phrase : null;
}

/** An episode's subjects by their stems. */
export const subjectShares = cachedSteps(function* (index: TranscriptIndex) {
  const { length } = index.sentences;
  const all = [...(yield* collectPhrases(index, 0, length))].map(([key, candidate]) => {
    return {
      key,
      phrase: commonest(candidate.surfaces),
      score: scorePhrase(index, candidate, length),
    };
  });
  yield;
  const most = all.reduce((best, { score }) => Math.max(best, score), 1e-9);
  return new Map(all.map(({ key, phrase, score }) => [key, { phrase, share: score / most }]));
});
