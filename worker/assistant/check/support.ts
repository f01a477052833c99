/**
 * Checks that the evidence supports a statement. Each meaningful word must occur in or near the
 * quotation, as itself, in another form or as a close synonym. In long statements one or two words may
 * come from the context before. A word from nowhere is something that nobody said.
 */

import type { AssistantEpisode } from '../assistant.ts';
import { indexOf, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { likeness, meaningOf, type WordVectors } from '../retrieval/word-vectors.ts';
import { stemOf, topicStems, wordsOf } from '../retrieval/words.ts';
import { spokenWords } from '../spoken-words.ts';
import { isExact } from './figures.ts';
import type { Grounds } from './grounds.ts';

/** Words about how something is told, or that fit anything. */
export const LIGHT: ReadonlySet<string> = new Set(
  `says speaks states argues recommends advises suggests thinks believes warns explains claims admits notes
     tells mentions adds insists describes points calls urges finds feels agrees prefers concludes
     reports recalls asks answers objects according view opinion speaker guest host episode podcast
     example listener
     make made find get come go take give use need want look put keep let show begin start end become
     remain stay happen mean turn bring do have be see seem tend try able
     company firm person people somebody everyone nobody none time year amount number kind part reason
     result case point way thing step instead later earlier first last alone single whole own same
     different other another main important particular especially including
     matter cost count measure explain spend read check reach go want think really each every start
     anyone anybody only roughly about nearly almost long well good better best
     lie stand hold sit goes went gone came comes gets getting onward
     next several certain possible various among far`
    .split(/\s+/)
    // The stemmer separates 'try' and 'tries'.
    .flatMap((word) => [word, word.replace(/e?$/, 'es'), word.replace(/y$/, 'ies')])
    .map(stemOf),
);

const MEASURED = /^(?:\d.*|percent|euro|dollar|pound|cent)$/;

/** How many of how many words may come from the context before. */
const CARRIED = [
  { words: 3, carried: 0 },
  { words: 6, carried: 1 },
  { words: Number.POSITIVE_INFINITY, carried: 2 },
];
/** Words that refer to earlier speech. If one is quoted, one more word may come from there. */
const REFERS =
  /\b(?:it|its|they|them|their|he|she|him|her|his|this|that|these|those|such|ours?|we|us|here|there|one)\b/i;
/** A quotation this short answers the question before it. */
const SHORT_QUOTATION = 6;
/** A statement of this length may contain one synonym that no list knows. */
const LONG_STATEMENT = 7;
/** In a statement of this length, not every word is part of the claim. */
const LONG = 5;
/** A word in this many sentences is the episode's subject. */
const OFTEN = 4;
const LONGEST_ENDING = 4;
const SHORTEST_STEM = 3;
/** The smallest share of a statement's words that the quotation itself must contain. */
const LEAST_QUOTED = 0.4;

export function isSupported(
  text: string,
  grounds: Grounds,
  { lines }: Pick<AssistantEpisode, 'lines'>,
  vectors: WordVectors | null,
): boolean {
  const speakers = grounds.allSpeakers.join(' ');
  // With and without accents.
  const names = new Set(topicStems(`${speakers} ${spokenWords(speakers).join(' ')}`));
  const stated = [...new Set(topicStems(text))].filter((stem) => !names.has(stem));
  const heavy = stated.filter((stem) => !LIGHT.has(stem));
  // If all words are light, they themselves must be quoted.
  const stems = heavy.length > 0 ? heavy : stated;
  if (stems.length === 0) return false;
  const quoted = new Stems(grounds.sentence, vectors);
  const near = new Stems(grounds.said, vectors);
  // Figures and units are checked elsewhere.
  const isQuoted = stems.map((stem) => MEASURED.test(stem) || quoted.takes(stem));
  // Both lists consume words, because the quotation is part of its surroundings.
  const isNear = stems.map((stem) => near.takes(stem));
  const open = stems.filter((_, i) => !isQuoted[i] && !isNear[i]);
  const isShort = grounds.quoted.split(/\s+/).length <= SHORT_QUOTATION;
  const refers = isShort || REFERS.test(grounds.quoted) ? 1 : 0;
  const most = CARRIED.find(({ words }) => stems.length <= words)?.carried ?? 0;
  const before = new Stems(grounds.around, null);
  const index = indexOf(lines);
  const terms = termsIn(text, new Set(open));
  // A carried-over term counts as one word.
  const counted = stems.length - open.length + terms;
  if (isQuoted.filter(Boolean).length < counted * LEAST_QUOTED) return false;
  if (terms > 1 && open.length * 2 >= stems.length) return false;
  const timesSaid = (stem: string) => index.postings.get(stem)?.length ?? 0;
  const isSubject = open.every((stem) => before.has(stem) && timesSaid(stem) >= OFTEN) ? 1 : 0;
  const more = open.every((stem) => before.has(stem)) ? refers : 0;
  if (terms > Math.max(most, isSubject) + more) return false;
  // The subject may be implied; the claim about it may not.
  const said = saidOf(text);
  const named = namesIn(text);
  const isCarried = (stem: string) => {
    if (said.has(stem)) return false;
    if (named.has(stem)) return timesSaid(stem) > 0;
    const isKnown = before.has(stem) || timesSaid(stem) >= OFTEN;
    return isKnown && (isThing(index, stem) || (before.has(stem) && stems.length >= LONG));
  };
  const fromNowhere = open.filter((stem) => !isCarried(stem));
  return fromNowhere.length <= (stems.length >= LONG_STATEMENT ? 1 : 0);
}

/** Returns the stems after a form of 'be' or a modal: the claim. */
function saidOf(text: string): Set<string> {
  const words = wordsOf(text);
  return new Set(words.filter((_, index) => STATES.test(words[index - 1] ?? '')).map(stemOf));
}
const STATES = /^(?:is|are|was|were|be|been|being)$/;

/** Returns the stems of capitalised words except the first; names are checked elsewhere. */
function namesIn(text: string): Set<string> {
  const names = [...text.matchAll(/(?<=\S\s+)\p{Lu}[\p{L}'’-]+/gu)].map(([name]) => name);
  const [first = ''] = /^\p{Lu}\p{L}+(?= \p{Lu}| \p{L}+ed\b)/u.exec(text) ?? [];
  return new Set([...names, first].flatMap(topicStems));
}

/** Whether a word is used as a noun here: it seldom follows what verbs and predicates follow. */
function isThing({ postings, sentences }: TranscriptIndex, stem: string): boolean {
  let deeds = 0;
  let all = 0;
  for (const index of (postings.get(stem) ?? []).slice(0, MAX_LOOKED_AT)) {
    const words = wordsOf(sentences[index]?.text ?? '');
    words.forEach((word, place) => {
      if (stemOf(word) !== stem) return;
      all++;
      if (BEFORE_DEED.test(words[place - 1] ?? '')) deeds++;
    });
  }
  return deeds * 3 <= all;
}
const MAX_LOOKED_AT = 40;
const BEFORE_DEED =
  /^(?:i|you|we|they|he|she|it|who|that|which|to|not|never|always|often|can|will|should|must|would|could|may|might|do|does|did|has|have|had|was|were|is|are|be|been|being|\w+n't|\w+'(?:ll|ve|d|re))$/;

/** Counts the terms these stems form: 'marketing mix model' is one. */
function termsIn(text: string, stems: Set<string>): number {
  const isOpen = wordsOf(text).map((word) => stems.has(stemOf(word)));
  return isOpen.filter((open, index) => open && !isOpen[index - 1]).length;
}

/** A set of stems, each of which can match one word of a statement. */
class Stems {
  readonly #stems: Set<string>;
  readonly #left: Set<string>;

  readonly #vectors: WordVectors | null;

  constructor(text: string, vectors: WordVectors | null) {
    this.#vectors = vectors;
    this.#stems = new Set(topicStems(text));
    this.#left = new Set(this.#stems);
  }

  has(stem: string): boolean {
    return this.#stems.has(stem);
  }

  /** Matches the word itself, or a form or synonym that hasn't matched another word yet. */
  takes(stem: string): boolean {
    if (this.#stems.has(stem)) {
      this.#left.delete(stem);
      return true;
    }
    const left = [...this.#left];
    const other =
      left.find((one) => isFormOf(stem, one)) ??
      left.find((one) => areSynonyms(stem, one, this.#vectors));
    if (other === undefined) return false;
    this.#left.delete(other);
    return true;
  }
}

/** Whether two stems are forms of one word, or mean the same. */
export type AreAlike = (one: string, other: string, least?: number) => boolean;

export const alikeBy =
  (vectors: WordVectors | null): AreAlike =>
  (one, other, least) =>
    isFormOf(one, other) || areSynonyms(one, other, vectors, least);

function areSynonyms(
  one: string,
  other: string,
  vectors: WordVectors | null,
  least = NEAR,
): boolean {
  if (vectors === null || isExact(one) || isExact(other)) return false;
  const a = meaningOf(vectors, [[one, 1]]);
  const b = a && meaningOf(vectors, [[other, 1]]);
  return a !== null && b !== null && likeness(a, b) >= least;
}

/** The similarity of synonyms. Opposites can be this similar too; they are checked elsewhere. */
const NEAR = 0.72;

/** Forms of a word that the stemmer separates: 'growth' and 'grow', 'applied' and 'application'. */
function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < SHORTEST_STEM) return false;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  if (common < SHORTEST_STEM) return false;
  return (
    common >= 5 ||
    (common === short.length &&
      long.length - common <= (common < 4 ? 2 : LONGEST_ENDING) &&
      common >= Math.min(4, short.length))
  );
}
