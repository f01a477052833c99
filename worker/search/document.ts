/** What the index stores for a source, and how it is cut into passages. */
import type { SearchKind } from '../../schema/wire/search.ts';
import { countWords } from '../assistant/language/words.ts';
import { createPauseMeter, SENTENCE } from '../platform/pauses.ts';

export interface IndexedSentence {
  text: string;
  /** Seconds from the start of the audio; about a user's own source, the paragraph. */
  start: number | null;
  speaker: string | null;
}

export interface SearchDocument {
  kind: SearchKind;
  sourceId: string;
  /** The owner; null if all readers of the episode share it. */
  owner: string | null;
  podcastId: string | null;
  episodeId: string | null;
  /** Milliseconds since 1970. */
  publishedAt: number | null;
  /** Changes with the text. */
  version: string;
  sentences: IndexedSentence[];
}

/** A document before its version has been computed from it. */
export type UnversionedDocument = Omit<SearchDocument, 'version'>;

/** A document's key in the index. */
export type DocumentKey = Pick<SearchDocument, 'kind' | 'sourceId'>;

/** About one train of thought, so that a sentence keeps its context. */
const PASSAGE_WORDS = 80;
/** `passages.id` is the document's id times this, plus the passage's position. */
export const PASSAGES_PER_DOCUMENT = 65_536;

/** Cuts between sentences once the word limit is reached. Yields wherever it may pause. */
export function* cutPassages(sentences: IndexedSentence[]): Generator<void, IndexedSentence[][]> {
  const isTimeToPause = createPauseMeter();
  const passages: IndexedSentence[][] = [];
  let open: IndexedSentence[] = [];
  let words = 0;
  for (const sentence of sentences) {
    const more = countWords(sentence.text);
    if (open.length > 0 && words + more > PASSAGE_WORDS) {
      passages.push(open);
      open = [];
      words = 0;
    }
    open.push(sentence);
    words += more;
    if (isTimeToPause(SENTENCE + sentence.text.length)) yield;
  }
  if (open.length > 0) passages.push(open);
  return passages.slice(0, PASSAGES_PER_DOCUMENT);
}
