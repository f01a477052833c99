/**
 * Episodes and readers as a model sees them: data between tags, in the messages. Nothing in it can
 * close a tag, and nothing of it ever stands in the instructions.
 */
import type { AssistantEpisode, Reader } from './assistant.ts';
import { clock } from './retrieval/citation.ts';
import type { Sentence } from './retrieval/sentences.ts';
import { indexOf } from './retrieval/transcript-index.ts';

/** A turn is cut into entries of about so many words, so that a time is never far. */
const ENTRY_WORDS = 45;
/** Of all episodes of a prompt together. */
const DESCRIPTION_MAX_CHARS = 2_000;

/** A stretch of a transcript as one line: `[m:ss] Speaker: text`. */
export interface Entry {
  line: string;
  tokens: number;
  /** The sentences it holds. */
  from: number;
  to: number;
}

const known = new WeakMap<AssistantEpisode['lines'], Entry[]>();

/** The whole transcript in entries; each begins at a time that may be cited. */
export function entriesOf({ lines }: AssistantEpisode): Entry[] {
  const found = known.get(lines);
  if (found) return found;
  const entries: Entry[] = [];
  let open: Sentence[] = [];
  let words = 0;
  for (const sentence of indexOf(lines).sentences) {
    const isNewTurn = open[0] !== undefined && open[0].turn !== sentence.turn;
    if (isNewTurn || words >= ENTRY_WORDS) {
      pushEntry(entries, open);
      open = [];
      words = 0;
    }
    open.push(sentence);
    words += sentence.words;
  }
  pushEntry(entries, open);
  known.set(lines, entries);
  return entries;
}

function pushEntry(entries: Entry[], sentences: Sentence[]): void {
  const [first] = sentences;
  if (!first) return;
  const time = first.start === null ? '' : `${clock(first.start)} `;
  const speaker = first.speaker === null ? '' : `${asData(first.speaker)}: `;
  const text = asData(sentences.map((sentence) => sentence.text).join(' '));
  const line = `${time}${speaker}${text}`;
  const to = first.index + sentences.length;
  entries.push({ line, tokens: estimateTokens(line) + 1, from: first.index, to });
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

/**
 * An episode with these of its entries.
 *
 * @param options.number which it is among the episodes of its prompt, of which there are `of`
 * @param options.note what the entries are, where they are not the whole transcript
 */
export function episodeBlock(
  episode: AssistantEpisode,
  entries: Entry[],
  options: { number?: number; of?: number; note?: string } = {},
): string {
  const { number = 1, of = 1, note } = options;
  const about = [
    `<title>${asData(episode.title)}</title>`,
    `<podcast>${asData(episode.podcastTitle)}</podcast>`,
    ...(episode.publishedAt ? [`<published>${isoDay(episode.publishedAt)}</published>`] : []),
    `<description>${asData(episode.description).slice(0, DESCRIPTION_MAX_CHARS / of)}</description>`,
  ];
  const said =
    entries.length === 0 ? ['(there is no transcript)'] : entries.map(({ line }) => line);
  return [
    `<episode number="${number}">`,
    ...about,
    note ? `<transcript note="${note}">` : '<transcript>',
    ...said,
    '</transcript>',
    '</episode>',
  ].join('\n');
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** What the profile says; '' where it says nothing. */
export function readerBlock({ industry, role, goals }: Reader): string {
  const told = [
    ['industry', industry],
    ['role', role],
    ['goals', goals],
  ].flatMap(([name, value]) => (value ? [`<${name}>${asData(value)}</${name}>`] : []));
  return told.length === 0 ? '' : ['<reader>', ...told, '</reader>'].join('\n');
}
