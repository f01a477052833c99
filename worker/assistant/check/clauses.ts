/** Splits text into clauses, which are denied, left open or asked one by one. */
import { topicStemsAmong, wordsOf } from '../retrieval/words.ts';

export interface Clause {
  /** In lower case. */
  text: string;
  words: string[];
  stems: string[];
}

/** Punctuation, and the words that begin a clause. */
const BOUNDARY =
  /(?<!\d)[.,]|[.,](?!\d)|[;:!?…—]|--|\s-\s|\b(?=(?:and|but|or|while|whereas|because|since|so|if|unless|when|although|though|which|who|until|rather than|instead of)\b)|\b(?<!rather )(?=than\b)/giu;

/** Returns the rest of the clause that a text ends with. */
export const openClauseOf = (text: string): string => text.split(BOUNDARY).at(-1) ?? '';

export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  let open = '';
  for (const part of text.toLowerCase().split(BOUNDARY)) {
    open += ` ${part}`;
    const words = wordsOf(open);
    const stems = topicStemsAmong(words);
    // 'Rather than not' belongs to what follows.
    if (stems.length === 0) continue;
    clauses.push({ text: open, words, stems });
    open = '';
  }
  const last = clauses.at(-1);
  if (last) last.words.push(...wordsOf(open));
  return clauses;
}
