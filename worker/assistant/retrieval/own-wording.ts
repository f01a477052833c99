/** Reads the compounds and abbreviations of a question as an episode writes them. */
import { cachedBy, cachedByText } from '../../platform/cached-by.ts';
import { isStopWord, stemOf, wordsOf } from '../language/words.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** More words than a question has; a message of 2,000 characters may have 500. */
const MAX_WORDS = 60;
/** How often the whole transcript is searched for one question. */
const MAX_SEARCHES = 8;
/** Each part of a compound has at least so many letters: 'burn' and 'out'. */
const MIN_PART_LETTERS = 3;
/** Initials have so many letters: two stand for too much. */
const INITIALS = { min: 3, max: 5 };

/**
 * Returns a question with what the episode only writes otherwise as the episode writes it: 'health care' as
 * 'healthcare', '401(k)' as '401k', 'teamwork' as 'team work', 'ROI' as 'return on investment'.
 */
export const inOwnWording = (question: string, index: TranscriptIndex): string =>
  wordingsIn(index)(question);

/** A question is parsed several times for one answer, and a conversation asks on about it. */
const MAX_CACHED_QUESTIONS = 50;

const wordingsIn = cachedBy((index: TranscriptIndex) =>
  cachedByText((question) => readAsSaid(question, index), MAX_CACHED_QUESTIONS),
);

function readAsSaid(question: string, index: TranscriptIndex): string {
  const words = wordsOf(question).slice(0, MAX_WORDS);
  const search = searchingIn(index);
  let own = question;
  const read = (written: string[], said: string | null) => {
    if (said === null) return;
    const parts = written.map(patternOf).join(String.raw`[^\p{L}\p{N}]{1,2}`);
    own = own.replace(new RegExp(String.raw`(?<!\p{L})${parts}(?!\p{L})\)?`, 'iu'), () => said);
  };
  for (const [at, word] of words.entries()) {
    const pair = words.slice(at, at + 2);
    read(pair, joined(pair, index, search));
    if (index.postings.has(stemOf(word)) || isStopWord(word)) continue;
    read([word], split(word, index, search) ?? spelledOut(word, question, search));
  }
  return own;
}

/** Words have no other signs; an apostrophe may be straight or curly. */
const patternOf = (word: string) => word.replace(/['.&]/g, '.');

type Search = (pattern: RegExp, isMeant?: (said: string) => boolean) => string | null;

/** Returns what a pattern matches first in an episode, for a few patterns. */
function searchingIn({ sentences }: TranscriptIndex): Search {
  let left = MAX_SEARCHES;
  return (pattern, isMeant = () => true) => {
    if (left-- <= 0) return null;
    for (const { text } of sentences) {
      const [found] = pattern.exec(text) ?? [];
      if (found !== undefined && isMeant(found)) return found;
    }
    return null;
  };
}

/** Two words that the episode writes as one and never as two; 'a living' isn't 'alive'. */
function joined(
  [first = '', second = '']: string[],
  { postings }: TranscriptIndex,
  search: Search,
): string | null {
  const one = first + second;
  const isSaid = !isStopWord(one) && postings.has(stemOf(one));
  const isArticle = first.length === 1 && isStopWord(first);
  if (!isSaid || second === '' || isArticle || (isStopWord(first) && isStopWord(second)))
    return null;
  const apart = new RegExp(String.raw`\b${patternOf(first)}\W{1,2}${patternOf(second)}`, 'i');
  return search(apart) === null ? one : null;
}

/** A word that the episode writes as two, perhaps in another form: 'burned out' for 'burnout'. */
function split(word: string, { postings }: TranscriptIndex, search: Search): string | null {
  const isSaid = (part: string) => isStopWord(part) || postings.has(stemOf(part));
  for (let at = MIN_PART_LETTERS; at <= word.length - MIN_PART_LETTERS; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (isStopWord(first) || !isSaid(first) || !isSaid(second)) continue;
    const said = search(
      new RegExp(String.raw`\b${patternOf(first)}(?:ed|s|ing)?[ -]${patternOf(second)}\b`, 'i'),
    );
    if (said !== null) return said;
  }
  return null;
}

/** An abbreviation, written in capitals, that the episode spells out. */
function spelledOut(word: string, question: string, search: Search): string | null {
  const isShort = word.length >= INITIALS.min && word.length <= INITIALS.max;
  if (!isShort || !/^[a-z]+$/.test(word) || !question.includes(word.toUpperCase())) return null;
  const initials = [...word].map((letter) => String.raw`${letter}\w{1,20}`).join('[ -]');
  return search(new RegExp(String.raw`\b${initials}\b`, 'i'), isTerm);
}

/** Whether words may be a term: 'return on investment', but not 'can be depression'. */
function isTerm(said: string): boolean {
  const words = wordsOf(said.replaceAll('-', ' '));
  return [words.at(0), words.at(-1)].every((word) => word !== undefined && !isStopWord(word));
}
