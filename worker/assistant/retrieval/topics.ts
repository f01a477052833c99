/** Finds the topics of an episode and their names. */
import { cachedBy, cachedSteps } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { GENERIC_WORDS } from '../language/english.ts';
import { SELDOM_NOUNS } from '../language/seldom-nouns.ts';
import { PITCH } from '../language/speech-cues.ts';
import {
  baseOf,
  capitalised,
  isStopWord,
  stemOf,
  stemsOf,
  topicStems,
  wordsOf,
} from '../language/words.ts';
import { findingSegments } from './topic-segments.ts';
import { passageRarity, type TranscriptIndex } from './transcript-index.ts';

export interface TopicSegment {
  /** First sentence. */
  from: number;
  /** One past the last sentence. */
  to: number;
  /** One or two words or short phrases, the most distinctive first. */
  phrases: string[];
}

const TOPICS = { fewest: 3, most: 9 };
/** More words make a label longer, not clearer. */
const PHRASES = 2;
/** Longer ones aren't words but text without spaces. */
const LONGEST_LABEL_WORD = 40;
/** The bonus for words of the title or description. */
const TITLED = 1.5;

/** A topic as it is spoken of: 'salt and flour'. */
export const nameOfTopic = ({ phrases }: TopicSegment): string => phrases.join(' and ');
/** A topic as it is shown: 'Salt and flour'. */
export const titleOf = (topic: TopicSegment): string => capitalised(nameOfTopic(topic));

/** Finds and names the topics of an episode, in steps. Empty without sentences. */
export function* findingTopics(
  index: TranscriptIndex,
  about: ReadonlySet<string> = new Set(),
): Generator<void, TopicSegment[]> {
  return yield* namingSegments(index, yield* findingSegments(index, TOPICS), about);
}

/**
 * Names the parts of an episode; those without a phrase of their own are left out.
 *
 * @param begins the first sentence of each part but the first, ascending
 * @param about stems of the title and description
 */
export function* namingSegments(
  index: TranscriptIndex,
  begins: readonly number[],
  about: ReadonlySet<string>,
): Generator<void, TopicSegment[]> {
  const cuts = [0, ...begins, index.sentences.length];
  const topics: TopicSegment[] = [];
  const used = new Set<string>();
  for (const [i, from] of cuts.entries()) {
    const to = cuts[i + 1] ?? from;
    const phrases = yield* findingPhrases(index, from, to, PHRASES, used, about);
    if (phrases.length > 0) topics.push({ from, to, phrases });
  }
  return topics;
}

/** Returns the topic stems of a title and description, which say what an episode is about. */
export const titleStems = (of: { title: string; description: string }): ReadonlySet<string> =>
  new Set(topicStems(`${of.title} ${of.description}`));

/** Words that end like this are seldom nouns, so the list of those leaves them out. */
export const NO_NOUN_ENDING = /(?:ly|ing|ed|ive|ous|ful|less|able|ish)$/;

const GENERIC_STEMS = stemsOf(GENERIC_WORDS);

interface CandidatePhrase {
  stems: string[];
  surfaces: Map<string, number>;
  count: number;
  /** How often it is used like a noun. */
  things: number;
  /** How often an article or preposition precedes it. */
  named: number;
}

/** Precedes nouns. */
const BEFORE_THING =
  /^(?:an?|the|of|this|that|these|those|your|our|their|its|his|her|my|no|any|some|every|each|about|for|with|without|between|in|on|from|by|more|less)$/;

/** Finds in steps what an episode speaks of most, given the stems of its title and description. */
export const findingMainPhrases = (
  index: TranscriptIndex,
  count: number,
  about: ReadonlySet<string>,
): Generator<void, string[]> =>
  findingPhrases(index, 0, index.sentences.length, count, new Set(), about);

/** The work of ranking a phrase, as a pause meter counts it. */
const RANKING = 10;

/** Finds phrases that distinguish a part from the rest. `used` keeps those of several parts distinct. */
function* findingPhrases(
  index: TranscriptIndex,
  from: number,
  to: number,
  count: number,
  used: Set<string>,
  about: ReadonlySet<string>,
): Generator<void, string[]> {
  const isOfTitle = ({ stems }: CandidatePhrase) => stems.some((stem) => about.has(stem));
  const isTimeToPause = createPauseMeter();
  const ranked: { candidate: CandidatePhrase; score: number }[] = [];
  for (const candidate of (yield* collecting(index, from, to)).values()) {
    if (isTimeToPause(RANKING)) yield;
    const score = scorePhrase(index, candidate, to - from) * (isOfTitle(candidate) ? TITLED : 1);
    ranked.push({ candidate, score });
  }
  ranked.sort((a, b) => b.score - a.score);
  yield;
  const phrases: string[] = [];
  const taken = new Set<string>();
  for (const { candidate } of ranked) {
    if (phrases.length >= count) break;
    const key = candidate.stems.join(' ');
    if (used.has(key) || candidate.stems.some((stem) => taken.has(stem))) continue;
    for (const stem of candidate.stems) taken.add(stem);
    used.add(key);
    phrases.push(commonest(candidate.surfaces));
  }
  return phrases;
}

/** Collects the phrases that may name these sentences, by their stems. */
function* collecting(
  index: TranscriptIndex,
  from: number,
  to: number,
): Generator<void, Map<string, CandidatePhrase>> {
  const isTimeToPause = createPauseMeter();
  const speakers = speakerStems(index);
  const inEnglish = isEnglish(index);
  const candidates = new Map<string, CandidatePhrase>();
  for (const { text } of index.sentences.slice(from, to)) {
    if (isTimeToPause(SENTENCE + text.length)) yield;
    // Sponsors are no topics.
    if (PITCH.test(text)) continue;
    for (const run of runsOf(text)) collect(run, candidates, speakers, inEnglish);
  }
  // A single occurrence of a phrase may be chance.
  for (const [key, { stems, count }] of candidates)
    if (stems.length > 1 && count === 1) candidates.delete(key);
  return candidates;
}

const speakerStems = cachedBy(({ speakers }: TranscriptIndex) =>
  stemsOf(speakers.flatMap(wordsOf)),
);

interface Subject {
  /** As the episode says it most often, so that the form tells no text: 'market' for 'marketing'. */
  phrase: string;
  /** How much of the episode is about it, relative to its main subject: 0 to 1. */
  share: number;
}

/**
 * In English, 24 to 48 % of what is said are topic words (tuning half). Where most are, it is in another language, whose
 * subjects can't be told from other words.
 */
const MOST_TOPIC_WORDS = 0.7;

/** Whether an episode is in English, judged by its words. */
export const isEnglish = cachedBy(({ stems, sentences }: TranscriptIndex) => {
  const topicWords = stems.reduce((sum, said) => sum + said.length, 0);
  return topicWords <= MOST_TOPIC_WORDS * sentences.reduce((sum, { words }) => sum + words, 0);
});

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

const LONGEST_SUBJECT = 3;

/** After an article, the words before a noun describe it: 'the traditional financial system'. */
function withAdjectives(noun: string, { words, before }: Run): string | null {
  const phrase = words.slice(0, LONGEST_SUBJECT).join(' ');
  return BEFORE_THING.test(before) && phrase.endsWith(` ${noun}`) ? phrase : null;
}

/** An episode's subjects by their stems. */
export const subjectShares = cachedSteps(function* (index: TranscriptIndex) {
  const { length } = index.sentences;
  const all = [...(yield* collecting(index, 0, length))].map(([key, candidate]) => {
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

interface Run {
  words: string[];
  /** The previous word: 'the' precedes nouns. */
  before: string;
  /** Whether it begins the sentence: a capital there doesn't make a name. */
  isFirst: boolean;
}

/** Returns runs of consecutive topic words of a sentence. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let isFirst = true;
  for (const clause of text.split(/[.,;:!?()[\]“”"–—…、。，；：！？]+/)) {
    let run: Run = { words: [], before: '', isFirst };
    for (const raw of clause.split(/\s+/)) {
      const word = raw.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/['’]s$/, '');
      const lower = word.toLowerCase().replaceAll('’', "'");
      // 'Mm-hmm' is no topic either.
      if (word === '' || lower.split('-').every(isStopWord)) {
        if (run.words.length > 0) runs.push(run);
        run = { words: [], before: lower, isFirst: isFirst && word === '' };
      } else run.words.push(word);
      if (word !== '') isFirst = false;
    }
    if (run.words.length > 0) runs.push(run);
  }
  return runs;
}

/** In languages other than English, a lower-case word this short is mostly an article, a pronoun or the like. */
const SMALL_WORD = /^\p{Ll}{1,5}$/u;

function collect(
  run: Run,
  into: Map<string, CandidatePhrase>,
  speakers: ReadonlySet<string>,
  inEnglish: boolean,
): void {
  const all = run.words;
  /** A word as within a sentence, where a capital makes a name. */
  const within = (at: number) => {
    const word = all[at] ?? '';
    return at === 0 && run.isFirst ? word.toLowerCase() : word;
  };
  for (let start = 0; start < all.length; start++) {
    for (let size = 1; size <= 3 && start + size <= all.length; size++) {
      const words = all.slice(start, start + size);
      const stems = words.map((word) => stemOf(word.toLowerCase()));
      const edges = [stems[0] ?? '', stems[size - 1] ?? ''];
      if (edges.some((stem) => stem.length < 3 || GENERIC_STEMS.has(stem) || speakers.has(stem))) {
        continue;
      }
      if (
        words.some((word) => /^\d/.test(word) || word.length > LONGEST_LABEL_WORD) ||
        NO_NOUN_ENDING.test(words[size - 1] ?? '')
      ) {
        continue;
      }
      if (size === 1 && isSeldomNoun(within(start))) continue;
      const ends = [within(start), within(start + size - 1)];
      if (!inEnglish && ends.some((word) => SMALL_WORD.test(word))) continue;
      const key = stems.join(' ');
      const known = into.get(key) ?? { stems, surfaces: new Map(), count: 0, things: 0, named: 0 };
      // The last word of a run is the noun; the others describe it.
      if (start + size === all.length) known.things++;
      if (start === 0 && BEFORE_THING.test(run.before)) known.named++;
      const surface = words.join(' ');
      known.count++;
      known.surfaces.set(surface, (known.surfaces.get(surface) ?? 0) + 1);
      into.set(key, known);
    }
  }
}

/** Whether a word alone says no topic: 'exact', 'together'. A name ('Slack') has a capital. */
const isSeldomNoun = (word: string): boolean => SELDOM_NOUNS.has(baseOf(word));

function scorePhrase(
  index: TranscriptIndex,
  { stems, count, things, named }: CandidatePhrase,
  sentences: number,
): number {
  const everywhere = Math.min(...stems.map((stem) => index.postings.get(stem)?.length ?? 1));
  const here = count / Math.max(count, everywhere);
  // A single occurrence may be chance, unless the part is short.
  const often = count >= Math.min(3, sentences / 8) ? count : 0.2 * count;
  const rare = Math.max(...stems.map((stem) => passageRarity(index, stem)));
  return (
    (0.15 + things / count) *
    often ** 0.9 *
    (0.35 + here) *
    (1 + rare) *
    (1 + 1.5 * (stems.length - 1)) *
    (named > 0 ? 1 : 0.3)
  );
}

function commonest(surfaces: Map<string, number>): string {
  const [best] = [...surfaces].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length);
  return best?.[0] ?? '';
}
