/** Cuts speech without punctuation into pieces that are likely sentences. */
import { COUNT } from '../language/answer-types.ts';
import { BEGINS_SENTENCE, ENDS_SENTENCE } from '../language/sentence-edges.ts';

/** Part of a text, and where it begins there. */
export interface Piece {
  text: string;
  at: number;
}

/** The length of the pieces it is cut into. */
const PIECE_WORDS = { min: 8, max: 36 };
/** Also cuts text without spaces, which bounds the length of a quotation. */
export const MAX_CHARS = 600;

/** How much a comma or dash tells, as the weight of a word. */
const MARK_WEIGHT = 3;

/** Cuts overlong speech into pieces, each where the next sentence most likely begins. */
export function* cutLong({ text, at }: Piece): Generator<Piece> {
  let from = 0;
  // Only the words of the next piece are held: there may be millions.
  let words: RegExpExecArray[] = [];
  for (const word of text.matchAll(/\S+/g)) {
    words.push(word);
    if (words.length <= PIECE_WORDS.max) continue;
    words = words.slice(likeliestEdge(words.map(([said]) => said)));
    const to = words[0]?.index ?? from;
    yield* pieceOf(text.slice(from, to), at + from);
    from = to;
  }
  yield* pieceOf(text.slice(from), at + from);
}

/** Returns the index of the word with which a sentence most likely begins, leaving a piece before it. */
function likeliestEdge(words: string[]): number {
  let edge = words.length - 1;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = PIECE_WORDS.min; at < words.length; at++) {
    const weight = edgeWeight(words[at - 1] ?? '', words[at] ?? '');
    if (weight > most && !isInNumber(words, at)) [most, edge] = [weight, at];
  }
  return edge;
}

/** Whether a cut before this word would split a number: 'a hundred | and a half', 'three | point five'. */
function isInNumber(words: string[], at: number): boolean {
  const [before = '', after = '', next = ''] = words.slice(at - 1, at + 2).map(bare);
  if (!COUNT.test(before)) return false;
  return after === 'and'
    ? next === 'a' || COUNT.test(next)
    : after === 'point' || COUNT.test(after);
}

const bare = (word: string) =>
  word
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}'-]/gu, '');

/** How likely a sentence ends with one word and another begins with the next. */
function edgeWeight(before: string, after: string): number {
  const weight = (ENDS_SENTENCE.get(bare(before)) ?? 0) + (BEGINS_SENTENCE.get(bare(after)) ?? 0);
  return /[,;:–—]$/.test(before) ? weight + MARK_WEIGHT : weight;
}

/** Cuts text without spaces. */
export function cutUnspaced(piece: Piece): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < piece.text.length; from += MAX_CHARS) {
    pieces.push(...pieceOf(piece.text.slice(from, from + MAX_CHARS), piece.at + from));
  }
  return pieces;
}

/** Trims a piece; returns none if it is blank. */
export function pieceOf(text: string, index: number): Piece[] {
  // What no sentence ends at, such as 'Inc.', may be followed by a line break.
  const trimmed = text.trim().replaceAll('\n', ' ');
  if (trimmed === '') return [];
  return [{ text: trimmed, at: index + text.length - text.trimStart().length }];
}
