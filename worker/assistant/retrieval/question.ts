/** Parses a question: its kind, its topic and whose words are wanted. */

import { cachedBy } from '../../platform/cached-by.ts';
import { ASKS, ASKS_COUNT, type AskedFor, FRAME_WORDS, words } from './language.ts';
import { nameOf, rolesIn, speakersByRole } from './people.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { likeness, meaningOf, type WordVectors } from './word-vectors.ts';
import { isStopWord, stemOf, topicStems, wordsOf } from './words.ts';

/** A stem of the transcript and its similarity to a requested one, 0 to 1. */
type Similar = readonly [stem: string, share: number];

export interface Question {
  text: string;
  asks: AskedFor;
  /** The first topic stems after 'how many'. */
  counted: string[];
  /** Topic stems with weights; words that only frame the question weigh little. */
  terms: Map<string, number>;
  /** The speakers named in the question, as the transcript spells them. */
  speakers: string[];
}

/** Words that ask for advice or a judgement, whatever the topic. */
const JUDGES = words(
  'recommend recommendation advise advice suggest suggestion tip good better best enough',
);
const FRAME_STEMS = new Set([...FRAME_WORDS, ...JUDGES].map(stemOf));
const FRAME_WEIGHT = 0.3;
const NAME_WEIGHT = 1.4;
/** More than anyone asks at once; a message of 2,000 characters may have 500. */
const MAX_TERMS = 24;
/** An adjective may come before the noun: 'how many different languages'. */
const MAX_COUNTED = 2;
/**
 * Below this cosine, two words are unrelated. With 0.45, 41 % instead of 43 % of the questions in other
 * words (tuning half) have their place among the first three.
 */
const SIMILAR_FROM = 0.35;

/** Returns the stems of a question that describe its topic. */
export function tellingTerms({ terms }: Pick<Question, 'terms'>): string[] {
  return [...terms].filter(([, weight]) => weight > FRAME_WEIGHT).map(([stem]) => stem);
}

/** Returns how many words of a question describe its topic. */
export const topicSize = (question: Question): number => tellingTerms(question).length;

/** Parses a question for a transcript. */
export function readQuestion(text: string, index: TranscriptIndex): Question {
  const named = speakersNamed(text, index.speakers);
  const speakers = named.length > 0 ? named : speakersByRole(text, index);
  const ofSpeakers = new Set(
    speakers.flatMap((name) => topicStems(`${name} ${rolesIn(index).get(name)?.join(' ') ?? ''}`)),
  );
  const names = namesIn(text);
  const terms = new Map(
    topicStems(text)
      .slice(0, MAX_TERMS)
      .map((stem) => {
        // A named speaker is found by who speaks; others mentioning the name says little.
        const isFrame = FRAME_STEMS.has(stem) || ofSpeakers.has(stem);
        const weight = isFrame ? FRAME_WEIGHT : names.has(stem) ? NAME_WEIGHT : 1;
        return [stem, weight];
      }),
  );
  const [, after = ''] = text.split(ASKS_COUNT, 2);
  const counted = topicStems(after).slice(0, MAX_COUNTED);
  return { text, asks: kindOf(text), counted, terms, speakers };
}

/** Returns the kind of fact a question asks for. */
export function kindOf(text: string): AskedFor {
  const lower = wordsOf(text).join(' ');
  return ASKS.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'anything';
}

/**
 * Returns the speakers that a text names: by the whole name or role, or by a part of the name that nobody
 * else has. Transcripts may label one person in several ways: 'Ana Ruiz (CFO)' and then 'Ana Ruiz'.
 */
export function speakersNamed(text: string, speakers: string[]): string[] {
  const said = joined(wordsOf(text).map((word) => word.replace(/'s$/, '')));
  return waysToName(speakers)
    .filter(({ ways }) => ways.some((way) => said.includes(way)))
    .map(({ speaker }) => speaker);
}

const joined = (words: string[]) => ` ${words.join(' ')} `;

/** How a text may name each speaker: the same for every text about an episode. */
const waysToName = cachedBy((speakers: string[]) => {
  const people = speakers.map((speaker) => {
    const own = nameOf(speaker);
    const words = wordsOf(own);
    const role = wordsOf(speaker.slice(own.length));
    const parts = words.filter((part) => part.length > 2 && !isStopWord(part));
    return { speaker, name: joined(words), role: joined(role), parts };
  });
  const havingPart = new Map<string, Set<string>>();
  for (const { name, parts } of people) {
    for (const part of parts) havingPart.set(part, (havingPart.get(part) ?? new Set()).add(name));
  }
  return people.map(({ speaker, name, role, parts }) => {
    const own = parts.filter((part) => havingPart.get(part)?.size === 1);
    const roles = role.trim() === '' ? [] : [role];
    return { speaker, ways: [name, ...roles, ...own.map((part) => joined([part]))] };
  });
});

const knownSimilar = new WeakMap<TranscriptIndex, Map<string, Similar[]>>();

/** Returns the transcript's other stems with a similar meaning, closest first; none without vectors. */
export function similarIn(
  index: TranscriptIndex,
  vectors: WordVectors | null,
  stem: string,
): readonly Similar[] {
  if (vectors === null) return [];
  const known = knownSimilar.get(index) ?? new Map<string, Similar[]>();
  knownSimilar.set(index, known);
  const found = known.get(stem);
  if (found !== undefined) return found;
  const meaning = vectorOf(vectors, stem);
  const similar: Similar[] = [];
  if (meaning !== null) {
    for (const other of index.postings.keys()) {
      const theirs = other === stem ? null : vectorOf(vectors, other);
      const cosine = theirs === null ? 0 : likeness(meaning, theirs);
      if (cosine > SIMILAR_FROM)
        similar.push([other, (cosine - SIMILAR_FROM) / (1 - SIMILAR_FROM)]);
    }
  }
  similar.sort((a, b) => b[1] - a[1]);
  known.set(stem, similar);
  return similar;
}

const knownVectors = new WeakMap<WordVectors, Map<string, Float32Array | null>>();

function vectorOf(vectors: WordVectors, stem: string): Float32Array | null {
  const known = knownVectors.get(vectors) ?? new Map<string, Float32Array | null>();
  knownVectors.set(vectors, known);
  if (!vectors.rows.has(stem)) return null;
  const found = known.get(stem) ?? meaningOf(vectors, [[stem, 1]]);
  known.set(stem, found);
  return found;
}

/** Returns the stems of capitalised words inside the question, since names weigh more. */
function namesIn(text: string): Set<string> {
  const names = [...text.matchAll(/(?<=[\p{L}\p{N},;:'"“] )\p{Lu}[\p{L}\p{N}.'’-]+/gu)];
  return new Set(names.flatMap(([name]) => topicStems(name)));
}
