import { formatClock, formatParagraph } from '../../schema/wire/clock.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { Transcript } from './transcript.ts';

export interface TranscriptHeading {
  title: string;
  /** Of a source, its author; '' if unknown. */
  podcastTitle: string;
  publishedAt: Date | null;
  /** Where the transcript, or the source, came from. */
  sourceUrl: string | null;
}

/** Adds a time at least this often while one person keeps speaking. */
const SECONDS_BETWEEN_TIMES = 30;
const LINES_BETWEEN_HEADS = 12;

const SOURCES = {
  feed: 'published by the podcast',
  youtube: 'captions on YouTube',
  speech: 'written by speech recognition',
  user: null,
} as const;

/**
 * Formats a transcript for download: title, podcast, date and source, then paragraphs with speaker and
 * time.
 */
export function formatTranscript(transcript: Transcript, heading: TranscriptHeading): string {
  const source = SOURCES[transcript.source];
  const origin = [source && `Transcript: ${source}`, heading.sourceUrl].filter(Boolean).join(', ');
  const top = [
    heading.title,
    heading.podcastTitle,
    heading.publishedAt?.toISOString().slice(0, 10) ?? '',
    origin,
  ].filter((line) => line !== '');
  return `${top.join('\n')}\n\n${paragraphsOf(transcript.lines).map(layOut).join('\n\n')}\n`;
}

/**
 * Starts a paragraph with every change of speaker, and from time to time in between. Sources have
 * their own.
 */
function paragraphsOf(lines: readonly TranscriptLine[]): TranscriptLine[][] {
  const paragraphs: TranscriptLine[][] = [];
  for (const line of lines) {
    const paragraph = paragraphs.at(-1);
    const first = paragraph?.[0];
    const goesOn =
      first !== undefined &&
      first.speaker === line.speaker &&
      first.paragraph === line.paragraph &&
      (line.paragraph !== undefined || isShort(paragraph ?? [], line));
    if (goesOn) paragraph?.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

const isShort = (paragraph: readonly TranscriptLine[], next: TranscriptLine) =>
  paragraph.length < LINES_BETWEEN_HEADS &&
  (next.start ?? 0) - (paragraph[0]?.start ?? 0) < SECONDS_BETWEEN_TIMES;

function layOut(lines: readonly TranscriptLine[]): string {
  const { start = null, speaker = null, paragraph } = lines[0] ?? {};
  if (paragraph !== undefined) {
    return `[${formatParagraph(paragraph)}] ${lines.map(({ text }) => text).join(' ')}`;
  }
  const time = start === null ? '' : `[${formatClock(start)}]`;
  const name = speaker === null ? '' : `${speaker}:`;
  const words = lines.map((line) => line.text).join('\n');
  const head = [time, name].filter(Boolean).join(' ');
  return head === '' ? words : `${head}\n${words}`;
}
