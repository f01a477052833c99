/** Splits what people and assistants write into sentences: Markdown or HTML, with bracketed times. */
import { PLACE_PATTERN, placeNumber } from '../../schema/wire/clock.ts';
import { sentencesOfText } from '../assistant/retrieval/sentences.ts';
import { htmlToText } from '../platform/plain-text.ts';
import type { IndexedSentence } from './document.ts';

/** `[1:02:34]` or `[¶ 12]`: a place in the episode or source, with the space before it. */
const CITATION = new RegExp(String.raw` ?\[(${PLACE_PATTERN})\]`, 'g');
const PLACE = new RegExp(`^(?:${PLACE_PATTERN})$`);
const LINE_MARKS = /^\s{0,9}(?:#{1,6}\s|>\s?|[-*+]\s|\d{1,3}[.)]\s)+/;
const LINK = /!?\[([^\][]{0,1000})\]\([^\s()]{0,2048}\)/g;
const MARKS = /\*{1,3}|(?<![\p{L}\p{N}])_{1,2}|_{1,2}(?![\p{L}\p{N}])|`+|~~/gu;
const ESCAPED = /\\([\\`*_[\]<>~|#+.)-])/g;
/** More than anyone writes in one text; the rest is not indexed. */
const MAX_SENTENCES = 5_000;

/** A sentence with a citation gets its place. */
export function readWritten(text: string): IndexedSentence[] {
  return htmlToText(text)
    .split('\n')
    .map((line) => withoutLinks(line.replace(LINE_MARKS, '')))
    .flatMap((line) => withTheirPlaces(sentencesOfText(line)))
    .map(asSentence)
    .filter((sentence) => sentence.text !== '')
    .slice(0, MAX_SENTENCES);
}

/** Leaves the texts of links: an address may contain what looks like the end of a sentence. */
function withoutLinks(line: string): string {
  return line.replace(LINK, (_, text: string) => (PLACE.test(text) ? `[${text}]` : text));
}

const LEADING = new RegExp(String.raw`^(?:\s*\[(?:${PLACE_PATTERN})\])+`);

/** A citation stands behind its sentence, but `¶` looks like the beginning of the next one. */
function withTheirPlaces(pieces: string[]): string[] {
  const sentences: string[] = [];
  for (const piece of pieces) {
    const places = sentences.length > 0 ? (LEADING.exec(piece)?.[0] ?? '') : '';
    if (places !== '') sentences.push(`${sentences.pop()} ${places.trim()}`);
    const rest = piece.slice(places.length).trim();
    if (rest !== '') sentences.push(rest);
  }
  return sentences;
}

function asSentence(written: string): IndexedSentence {
  const [cited] = written.matchAll(CITATION);
  const text = written
    .replace(CITATION, '')
    .replace(MARKS, '')
    .replace(ESCAPED, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return { text, start: cited?.[1] ? placeNumber(cited[1]) : null, speaker: null };
}
