/** What the index holds of one source, and how it is cut into passages. */
import type { SearchKind } from '../../schema/wire/search.ts';
import { countWords } from '../assistant/retrieval/words.ts';

export interface IndexedSentence {
  text: string;
  /** Seconds from the start of the audio. */
  start: number | null;
  speaker: string | null;
}

export interface SearchDocument {
  kind: SearchKind;
  sourceId: string;
  /** Whose it is; null for what all readers of its episode share. */
  owner: string | null;
  podcastId: string | null;
  episodeId: string | null;
  /** ms since 1970 */
  publishedAt: number | null;
  /** Differs where the text differs. */
  version: string;
  sentences: IndexedSentence[];
}

/** A document before its version is worked out from all of it. */
export type UnversionedDocument = Omit<SearchDocument, 'version'>;

/** A document's name in the index. */
export type DocumentKey = Pick<SearchDocument, 'kind' | 'sourceId'>;

/** About what somebody says before they turn to something else; a sentence keeps its neighbours. */
const PASSAGE_WORDS = 80;
/** Passages a document has at most: as many as its ids leave room for. */
const MOST_PASSAGES = 65_536;

/** Cuts between sentences, and where the count of words is reached. */
export function cutPassages(sentences: IndexedSentence[]): IndexedSentence[][] {
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
  }
  if (open.length > 0) passages.push(open);
  return passages.slice(0, MOST_PASSAGES);
}
