/** Finds the topics of an episode and their names. */
import { createPauseMeter } from '../../platform/pauses.ts';
import { capitalised, topicStems } from '../language/words.ts';
import {
  type CandidatePhrase,
  collectPhrases,
  commonest,
  isSaidOften,
  scorePhrase,
} from './noun-phrases.ts';
import { findSegments } from './topic-segments.ts';
import type { TranscriptIndex } from './transcript-index.ts';

export interface TopicSegment {
  /** First sentence. */
  from: number;
  /** One past the last sentence. */
  to: number;
  /** One or two words or short phrases, the most distinctive first. */
  phrases: string[];
}

const TOPICS = { min: 3, max: 9 };
/** More words make a label longer, not clearer. */
const MAX_PHRASES = 2;
/** A second phrase has at least so much of the first one's score: 'Founder mode', not 'Founder mode and summary'. */
const MIN_SECOND_SCORE = 1 / 3;
/** The bonus for words of the title or description. */
const TITLE_FACTOR = 1.5;

/** A topic as it is spoken of: 'salt and flour'. */
export const nameOfTopic = ({ phrases }: TopicSegment): string => phrases.join(' and ');
/** A topic as it is shown: 'Salt and flour'. */
export const titleOf = (topic: TopicSegment): string => capitalised(nameOfTopic(topic));

/** Finds and names the topics of an episode, in steps. Empty without sentences. */
export function* findTopics(
  index: TranscriptIndex,
  about: ReadonlySet<string> = new Set(),
): Generator<void, TopicSegment[]> {
  return yield* nameSegments(index, yield* findSegments(index, TOPICS), about);
}

/**
 * Names the parts of an episode; those without a phrase of their own are left out.
 *
 * @param begins the first sentence of each part but the first, ascending
 * @param about stems of the title and description
 */
export function* nameSegments(
  index: TranscriptIndex,
  begins: readonly number[],
  about: ReadonlySet<string>,
): Generator<void, TopicSegment[]> {
  const cuts = [0, ...begins, index.sentences.length];
  const topics: TopicSegment[] = [];
  const used = new Set<string>();
  for (const [i, from] of cuts.entries()) {
    const to = cuts[i + 1] ?? from;
    const phrases = yield* findPhrases(index, from, to, MAX_PHRASES, used, about);
    if (phrases.length > 0) topics.push({ from, to, phrases });
  }
  return topics;
}

/** Returns the topic stems of a title and description, which say what an episode is about. */
export const titleStems = (of: { title: string; description: string }): ReadonlySet<string> =>
  new Set(topicStems(`${of.title} ${of.description}`));

/** Finds in steps what an episode speaks of most, given the stems of its title and description. */
export const findMainPhrases = (
  index: TranscriptIndex,
  count: number,
  about: ReadonlySet<string>,
): Generator<void, string[]> =>
  findPhrases(index, 0, index.sentences.length, count, new Set(), about);

/** The work of ranking a phrase, as a pause meter counts it. */
const WORK_PER_PHRASE = 10;

/** Finds phrases that distinguish a part from the rest. `used` keeps those of several parts distinct. */
function* findPhrases(
  index: TranscriptIndex,
  from: number,
  to: number,
  count: number,
  used: Set<string>,
  about: ReadonlySet<string>,
): Generator<void, string[]> {
  const isInTitle = ({ stems }: CandidatePhrase) => stems.some((stem) => about.has(stem));
  const isTimeToPause = createPauseMeter();
  const ranked: { candidate: CandidatePhrase; score: number }[] = [];
  for (const candidate of (yield* collectPhrases(index, from, to)).values()) {
    if (isTimeToPause(WORK_PER_PHRASE)) yield;
    const score =
      scorePhrase(index, candidate, to - from) * (isInTitle(candidate) ? TITLE_FACTOR : 1);
    ranked.push({ candidate, score });
  }
  ranked.sort((a, b) => b.score - a.score);
  yield;
  const phrases: string[] = [];
  const taken = new Set<string>();
  const length = to - from;
  const isWhole = length === index.sentences.length;
  let minScore = 0;
  for (const { candidate, score } of ranked) {
    if (phrases.length >= count || score < minScore) break;
    const key = candidate.stems.join(' ');
    if (used.has(key) || candidate.stems.some((stem) => taken.has(stem))) continue;
    if (!isWhole && phrases.length === 0) {
      // What is said once names no longer part.
      if (candidate.count < Math.min(2, length / 8)) continue;
      minScore = MIN_SECOND_SCORE * score;
    } else if (!isWhole && !isSaidOften(candidate, length)) continue;
    for (const stem of candidate.stems) taken.add(stem);
    used.add(key);
    phrases.push(commonest(candidate.surfaces));
  }
  return phrases;
}
