/**
 * Episodes and readers as a model sees them: data between tags, in the messages. The data can't close a
 * tag, and never becomes part of the instructions. Lines have numbers instead of times: a model names
 * lines, and the times are looked up.
 */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode, Exchange, Reader } from '../assistant.ts';
import type { Evidence } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { indexOf } from '../retrieval/transcript-index.ts';
import { asWritten, findSpoken, spokenWords } from '../spoken-words.ts';

/** A turn is cut into entries of about this many words, so that a line number means few sentences. */
const ENTRY_WORDS = 45;
const DESCRIPTION_MAX_CHARS = 600;

/** Part of a transcript as one numbered line: `12 Ben: We raised the price.` */
export interface Entry {
  id: number;
  line: string;
  tokens: number;
  /** Its sentences. */
  from: number;
  to: number;
  /** The first and last line of the transcript it touches. */
  firstLine: number;
  lastLine: number;
  /** Its words in normalised form. */
  letters: string;
}

/** Splits a transcript into entries with one speaker each. */
export const entriesOf = ({ lines }: Pick<AssistantEpisode, 'lines'>): Entry[] =>
  entriesOfLines(lines);

const entriesOfLines = cachedBy((lines: AssistantEpisode['lines']): Entry[] => {
  const entries: Entry[] = [];
  let open: Sentence[] = [];
  let words = 0;
  const { sentences } = indexOf(lines);
  for (const sentence of sentences) {
    const isNewTurn = open[0] !== undefined && open[0].turn !== sentence.turn;
    if (isNewTurn || words >= ENTRY_WORDS) {
      pushEntry(entries, open, sentence, lines.length);
      open = [];
      words = 0;
    }
    open.push(sentence);
    words += sentence.words;
  }
  pushEntry(entries, open, undefined, lines.length);
  return entries;
});

function pushEntry(
  entries: Entry[],
  sentences: Sentence[],
  next: Sentence | undefined,
  lineCount: number,
): void {
  const [first] = sentences;
  if (!first) return;
  const speaker = first.speaker === null ? '' : `${asData(first.speaker)}: `;
  const text = sentences.map((sentence) => sentence.text).join(' ');
  const line = `${entries.length} ${speaker}${asData(text)}`;
  // A turn starts with a line, but within it a sentence may start in the middle of one.
  const isSameTurn = next?.turn === first.turn;
  const lastLine = next === undefined ? lineCount - 1 : next.line - (isSameTurn ? 0 : 1);
  entries.push({
    id: entries.length,
    line,
    tokens: estimateTokens(line) + 1,
    from: first.index,
    to: first.index + sentences.length,
    firstLine: first.line,
    lastLine: Math.max(first.line, lastLine),
    letters: spokenWords(text).join(''),
  });
}

/**
 * Evidence from a model, by entry numbers; null if those don't contain the words. It quotes the transcript
 * itself: a model may write '42' for '4.2' and leave out a 'not'.
 */
export function evidenceFrom(
  episode: Pick<AssistantEpisode, 'lines'>,
  numbers: number[],
  quotation: string,
): Evidence | null {
  const entries = entriesOf(episode);
  const named = [...new Set(numbers)].sort((a, b) => a - b).flatMap((id) => entries[id] ?? []);
  const wanted = spokenWords(quotation).join('');
  const letters = named.map((entry) => entry.letters);
  if (wanted === '' || !letters.join('').includes(wanted)) return null;
  const touched = named.flatMap(({ firstLine, lastLine }) =>
    Array.from({ length: lastLine - firstLine + 1 }, (_, step) => firstLine + step),
  );
  const lineIds = [...new Set(touched)];
  const found = findSpoken(episode.lines, lineIds, quotation);
  const written = found && asWritten(episode.lines, found);
  return written ? { lineIds, quotation: written } : null;
}

/** Removes characters from outside text that could open or close a tag. */
export function asData(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replace(/\s+/g, ' ').trim();
}

/** A rough, rather high estimate of a text's tokens. */
export function estimateTokens(text: string): number {
  const plain = text.match(/[\u0020-\u024f]/g)?.length ?? 0;
  return Math.ceil(plain / 3.5 + (text.length - plain));
}

/** An episode's metadata, without its transcript. */
export function aboutBlock(episode: AssistantEpisode): string {
  const about = [
    `<title>${asData(episode.title)}</title>`,
    `<podcast>${asData(episode.podcastTitle)}</podcast>`,
    `<description>${asData(episode.description).slice(0, DESCRIPTION_MAX_CHARS)}</description>`,
  ];
  return ['<about>', ...about, '</about>'].join('\n');
}

/** Entries in order, with a mark at each gap. */
export function transcriptBlock(entries: Entry[], count: number): string {
  const lines: string[] = [];
  let next = 0;
  for (const { id, line } of entries) {
    if (id !== next) lines.push('(left out)');
    lines.push(line);
    next = id + 1;
  }
  if (next < count) lines.push('(left out)');
  return ['<transcript>', ...lines, '</transcript>'].join('\n');
}

/** The reader's profile; '' if it is empty. */
export function readerBlock({ industry, role, goals }: Reader): string {
  const facts = [
    ['industry', industry],
    ['role', role],
    ['goals', goals],
  ].flatMap(([name, value]) => (value ? [`<${name}>${asData(value)}</${name}>`] : []));
  return facts.length === 0 ? '' : ['<reader>', ...facts, '</reader>'].join('\n');
}

/** The latest questions and answers that fit; long answers are cut. */
export function earlierBlock(earlier: Exchange[], budget: number): string {
  const exchanges: string[] = [];
  let left = budget;
  for (const { question, answer } of earlier.toReversed()) {
    const exchange = `Question: ${asData(question)}\nAnswer: ${asData(answer).slice(0, 600)}`;
    left -= estimateTokens(exchange);
    if (left < 0) break;
    exchanges.unshift(exchange);
  }
  return exchanges.length === 0 ? '' : ['<earlier>', ...exchanges, '</earlier>'].join('\n');
}
