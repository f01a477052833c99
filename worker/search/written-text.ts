/** Splits what people and assistants write into sentences: Markdown or HTML, with bracketed times. */
import { sentencesOfText } from '../assistant/retrieval/sentences.ts';
import { htmlToText } from '../platform/plain-text.ts';
import type { IndexedSentence } from './document.ts';

/** `[1:02:34]`: a position in the episode. */
const CITATION = /\[(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\]/g;
const LINE_MARKS = /^\s{0,9}(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,3}[.)]\s)+/;
const LINK = /!?\[([^\][]{0,1000})\]\([^\s()]{0,2048}\)/g;
const MARKS = /\*{1,3}|(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])|`+|~~/gu;
const ESCAPED = /\\([\\`*_[\]<>~|#+.)-])/g;
/** More than anyone writes in one text; the rest is not indexed. */
const MOST_SENTENCES = 5_000;

/** A sentence with a citation gets its time. */
export function readWritten(text: string): IndexedSentence[] {
  return htmlToText(text)
    .split('\n')
    .flatMap((line) => sentencesOfText(line.replace(LINE_MARKS, '')))
    .map(asSentence)
    .filter((sentence) => sentence.text !== '')
    .slice(0, MOST_SENTENCES);
}

function asSentence(written: string): IndexedSentence {
  const [cited] = written.matchAll(CITATION);
  const [, hours = '0', minutes = '0', seconds = '0'] = cited ?? [];
  const text = written
    .replace(CITATION, '')
    .replace(LINK, '$1')
    .replace(MARKS, '')
    .replace(ESCAPED, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const start = cited ? Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) : null;
  return { text, start, speaker: null };
}
