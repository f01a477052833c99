/**
 * Episodes and readers as a model sees them: data between tags, in the messages. Nothing in it can
 * close a tag, and nothing of it ever stands in the instructions. Lines are numbered, never timed:
 * a model names the lines it rests on, and the times are looked up.
 */
import type { AssistantEpisode, Exchange, Reader } from '../assistant.ts';
import type { Evidence } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { indexOf } from '../retrieval/transcript-index.ts';
import { spokenWords } from '../spoken-words.ts';

/** A turn is cut into entries of about so many words, so that a line names few sentences. */
const ENTRY_WORDS = 45;
const DESCRIPTION_MAX_CHARS = 600;

/** A stretch of a transcript as one numbered line: `12 Ben: We raised the price.` */
export interface Entry {
  id: number;
  line: string;
  tokens: number;
  /** The sentences it holds. */
  from: number;
  to: number;
  /** The first and last line of the transcript that it touches. */
  firstLine: number;
  lastLine: number;
  /** Its words as they are compared. */
  letters: string;
}

const known = new WeakMap<AssistantEpisode['lines'], Entry[]>();

/** The whole transcript in entries, each of one speaker. */
export function entriesOf({ lines }: Pick<AssistantEpisode, 'lines'>): Entry[] {
  const found = known.get(lines);
  if (found) return found;
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
  known.set(lines, entries);
  return entries;
}

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
  // A turn begins with a line; within one the next sentence may begin in the middle of it.
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

/** Evidence as a model gives it, by numbers of entries; null where those do not hold the words. */
export function evidenceFrom(
  entries: Entry[],
  numbers: number[],
  quotation: string,
): Evidence | null {
  const named = [...new Set(numbers)].sort((a, b) => a - b).flatMap((id) => entries[id] ?? []);
  const wanted = spokenWords(quotation).join('');
  const letters = named.map((entry) => entry.letters);
  if (wanted === '' || !letters.join('').includes(wanted)) return null;
  const lineIds = named.flatMap(({ firstLine, lastLine }) =>
    Array.from({ length: lastLine - firstLine + 1 }, (_, step) => firstLine + step),
  );
  return { lineIds: [...new Set(lineIds)], quotation: quotation.trim() };
}

/** Text from outside without the marks that could close a tag or open one. */
export function asData(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replace(/\s+/g, ' ').trim();
}

/** About how many tokens a text is; rather too many than too few. */
export function estimateTokens(text: string): number {
  const plain = text.match(/[\u0020-\u024f]/g)?.length ?? 0;
  return Math.ceil(plain / 3.5 + (text.length - plain));
}

/** What an episode is, without what was said in it. */
export function aboutBlock(episode: AssistantEpisode): string {
  const about = [
    `<title>${asData(episode.title)}</title>`,
    `<podcast>${asData(episode.podcastTitle)}</podcast>`,
    `<description>${asData(episode.description).slice(0, DESCRIPTION_MAX_CHARS)}</description>`,
  ];
  return ['<about>', ...about, '</about>'].join('\n');
}

/** Entries in the order said, with a mark where something between them is left out. */
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

/** What the profile says; '' where it says nothing. */
export function readerBlock({ industry, role, goals }: Reader): string {
  const told = [
    ['industry', industry],
    ['role', role],
    ['goals', goals],
  ].flatMap(([name, value]) => (value ? [`<${name}>${asData(value)}</${name}>`] : []));
  return told.length === 0 ? '' : ['<reader>', ...told, '</reader>'].join('\n');
}

/** The latest exchanges, as many as fit; what an answer says is cut to its beginning. */
export function earlierBlock(earlier: Exchange[], budget: number): string {
  const told: string[] = [];
  let left = budget;
  for (const { question, answer } of earlier.toReversed()) {
    const exchange = `Question: ${asData(question)}\nAnswer: ${asData(answer).slice(0, 600)}`;
    left -= estimateTokens(exchange);
    if (left < 0) break;
    told.unshift(exchange);
  }
  return told.length === 0 ? '' : ['<earlier>', ...told, '</earlier>'].join('\n');
}
