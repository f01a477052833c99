/** Detects statements that change a detail of what was said: who, where, how many, whether at all. */
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { isStopWord, stemOf, wordsOf } from '../retrieval/words.ts';
import type { Grounds } from './grounds.ts';
import { oppositesIn } from './opposites.ts';
import { type AreAlike, LIGHT } from './support.ts';

const PREPOSITION =
  /^(?:of|in|on|at|by|for|from|to|into|with|without|within|against|under|over|above|below|before|after|until|since|between|among|about|near|behind|through|during|per)$/;
/** Words that only lead to the next one. */
const LEADS =
  /^(?:a|an|the|my|our|your|their|his|her|its|own|very|really|just|also|still|now|like|well|so|you|know|all|sort|kind)$/;

interface Token {
  stem: string;
  kind: 'content' | 'other';
  /** Whether an article or preposition leads to it, so that it is a thing, not a deed. */
  isLedTo: boolean;
}

function tokensOf(text: string): Token[] {
  return wordsOf(text)
    .map((word, at, all): Token & { word: string } => ({
      word,
      stem: stemOf(word),
      kind: isStopWord(word) || PREPOSITION.test(word) ? 'other' : 'content',
      isLedTo: LEADS.test(all[at - 1] ?? '') || PREPOSITION.test(all[at - 1] ?? ''),
    }))
    .filter(({ word }) => !LEADS.test(word));
}

/** Whether the statement changes a detail of the sentences that it rests on. */
export function isDistorted(
  text: string,
  { quoted, sentence }: Grounds,
  index: TranscriptIndex,
  areAlike: AreAlike,
): boolean {
  const stated = tokensOf(text);
  const said = tokensOf(sentence);
  return (
    isTurned(stated, said) ||
    isReplaced(stated, said, index, areAlike) ||
    isWidened(text, sentence) ||
    isMadeCertain(text, quoted) ||
    isExcepted(text, sentence)
  );
}

/** Prepositions that say the opposite of each other beside the same word. */
const TURNED = oppositesIn(
  'from:to by:against for:against with:without before:after above:below above:under over:under over:below to:by since:until',
);

/** Those of them that belong to the verb before. */
const OF_VERBS = new Set(['by', 'against', 'for', 'with', 'without'].map(stemOf));

/** Detects 'from 15 to 12' made of 'from 12 to 15', and 'sued by' made of 'sued against'. */
function isTurned(stated: Token[], said: Token[]): boolean {
  return stated.some(({ stem: preposition }, at) => {
    const others = TURNED.get(preposition);
    if (others === undefined) return false;
    const sides = OF_VERBS.has(preposition) ? [-1, 1] : [1];
    return sides.some((side) => {
      const beside = stated[at + side];
      if (beside?.kind !== 'content' && !/^\d/.test(beside?.stem ?? '')) return false;
      const theirs = said.flatMap(({ stem }, i) =>
        stem === beside?.stem ? [said[i - side]?.stem ?? ''] : [],
      );
      return !theirs.includes(preposition) && theirs.some((one) => others.includes(one));
    });
  });
}

/** Detects a word of the episode in the place of another one that was said there. */
function isReplaced(
  stated: Token[],
  said: Token[],
  { postings }: TranscriptIndex,
  areAlike: AreAlike,
): boolean {
  const strange = missingIn(said, stated, areAlike).filter((at) =>
    postings.has(stated[at]?.stem ?? ''),
  );
  if (strange.length === 0) return false;
  const dropped = missingIn(stated, said, areAlike);
  return strange.some((at) =>
    dropped.some((other) => {
      const [one, theirs] = [stated[at], said[other]];
      if (!one || !theirs || !isSamePlace(stated, at, said, other)) return false;
      return one.isLedTo || theirs.isLedTo || !areAlike(one.stem, theirs.stem, NEAR_DEEDS);
    }),
  );
}
/** Verbs that may stand for each other are less similar than things that may not ('law' and 'fact'). */
const NEAR_DEEDS = 0.5;

/** Returns the content words of `some` that `all` doesn't have, or not as often. */
function missingIn(all: Token[], some: Token[], areAlike: AreAlike): number[] {
  const left = all.filter(({ kind }) => kind === 'content').map(({ stem }) => stem);
  return some.flatMap(({ stem, kind }, at) => {
    if (kind !== 'content' || LIGHT.has(stem) || /\d/.test(stem)) return [];
    const exact = left.indexOf(stem);
    const found = exact >= 0 ? exact : left.findIndex((other) => areAlike(stem, other));
    if (found < 0) return [at];
    left.splice(found, 1);
    return [];
  });
}

/** Whether two words stand between the same: surely on one side, and on the other no different word. */
function isSamePlace(one: Token[], i: number, other: Token[], j: number): boolean {
  const sides = [-1, 1].map((by) => besides(one, i, other, j, by));
  return sides.includes('same') && !sides.includes('different');
}

/** Compares the next content words on one side, with at most one other word in between, the same one. */
function besides(one: Token[], i: number, other: Token[], j: number, by: number) {
  const [a, b] = [one[i + by], other[j + by]];
  if (a?.kind === 'content' && b?.kind === 'content')
    return a.stem === b.stem ? 'same' : 'different';
  if (a?.kind === 'content' || b?.kind === 'content') return 'different';
  const [beyond, there] = [one[i + 2 * by], other[j + 2 * by]];
  const isSame = a?.stem === b?.stem && beyond?.stem === there?.stem;
  return isSame && beyond?.kind === 'content' ? 'same' : 'open';
}

const ALL = /\b(?:all|always|everyone|everybody|everything|entire|entirely|whole)\b/i;
const ANY =
  /\b(?:all|every|each|always|everyone|everybody|everything|entire|entirely|whole|both|any|anyone|anybody|anything|never|no|none|nobody|nothing|only|across)\b/i;

/** Detects 'all' made of 'some' or of nothing. */
const isWidened = (text: string, sentence: string) => ALL.test(text) && !ANY.test(sentence);

const POSSIBLE = /\b(?:may(?! not)|might|perhaps|maybe|possibly)\b/;
const LEFT_OPEN =
  /\b(?:may|might|perhaps|maybe|possibl\w+|possibilit\w+|can|could|would|should|likely|unlikely|probabl\w+|potential\w*|if|unless|whether|when|where|risks?|thinks?|believes?|suggests?|sometimes|open|uncertain|unclear|not sure|consider\w*)\b/i;

/** Detects a fact made of something that may be. */
const isMadeCertain = (text: string, quoted: string) =>
  POSSIBLE.test(quoted) && !LEFT_OPEN.test(text);

const EXCEPT =
  /\b(?:except|excepting|excluding|apart from|other than|but for)\s+(?:for\s+|the\s+)?([\p{L}\p{N}]+)/iu;
const EXCEPTS = /\b(?:except\w*|exclud\w+|apart|other|but|outside|without|only not|not)\b/i;

/** Detects an exception that is counted in. */
function isExcepted(text: string, sentence: string): boolean {
  const [, excepted = ''] = EXCEPT.exec(sentence) ?? [];
  const word = excepted.toLowerCase();
  return word !== '' && !isStopWord(word) && wordsOf(text).includes(word) && !EXCEPTS.test(text);
}
