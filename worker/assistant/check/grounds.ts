/** The texts a statement may be based on: the quotation and its surroundings. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { type Evidence, placeOf } from '../evidence.ts';

export interface Grounds {
  /** The quotation. */
  quoted: string;
  /** What its speakers say near it, within the named lines. */
  said: string;
  /** The same plus what anyone said shortly before, which pronouns refer to. */
  around: string;
  /** The speakers of the quotation; empty if the transcript names nobody. */
  speakers: string[];
  /** Everyone who speaks in the episode. */
  allSpeakers: string[];
}

/** Words on each side of a quotation that count as near it. */
const NEAR_WORDS = 60;
const BEFORE_WORDS = 80;
/** Only this much of a turn is considered. */
const MOST_CHARS = 6_000;

const speakersIn = cachedBy((lines: AssistantEpisode['lines']) => [
  ...new Set(lines.flatMap(({ speaker }) => speaker ?? [])),
]);

export function groundsOf(
  { lines }: Pick<AssistantEpisode, 'lines'>,
  evidence: Evidence[],
): Grounds {
  const said: string[] = [];
  const around: string[] = [];
  const speakers = new Set<string>();
  for (const one of evidence) {
    const place = placeOf(lines, one);
    if (!place) continue;
    if (place.speaker !== null) speakers.add(place.speaker);
    const near = nearQuotation(lines, one, place.lineId, place.speaker);
    said.push(near);
    around.push(before(lines, Math.min(...one.lineIds, place.lineId)), near);
  }
  return {
    quoted: evidence.map(({ quotation }) => quotation).join(' … '),
    said: said.join(' … '),
    around: around.join(' … '),
    speakers: [...speakers],
    allSpeakers: speakersIn(lines),
  };
}

/** Returns the same speaker's named lines near the quotation. */
function nearQuotation(
  lines: AssistantEpisode['lines'],
  { lineIds, quotation }: Evidence,
  lineId: number,
  speaker: string | null,
): string {
  const ids = new Set(lineIds);
  let first = lineId;
  while (ids.has(first - 1) && lines[first - 1]?.speaker === speaker) first--;
  let last = lineId;
  while (ids.has(last + 1) && lines[last + 1]?.speaker === speaker) last++;
  const text = lines
    .slice(first, last + 1)
    .map((line) => line.text)
    .join(' ');
  // Only text with spaces can be narrowed down.
  if (text.length > MOST_CHARS) return quotation;
  const words = text.split(/\s+/);
  const length = quotation.split(/\s+/).length;
  if (words.length <= length + 2 * NEAR_WORDS) return text;
  // A rough position is enough, because the exact words were found before.
  const [opening = ''] = quotation.split(/\s+/);
  const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const opens = quotation.split(/\s+/).slice(0, 4).map(bare).join(' ');
  const i = words.findIndex(
    (word, index) =>
      bare(word) === bare(opening) &&
      words
        .slice(index, index + 4)
        .map(bare)
        .join(' ') === opens,
  );
  const from = Math.max(0, i - NEAR_WORDS);
  return words.slice(from, Math.max(0, i) + length + NEAR_WORDS).join(' ');
}

/** Returns the last words before a line. */
function before(lines: AssistantEpisode['lines'], lineId: number): string {
  const texts: string[] = [];
  let chars = 0;
  for (let index = lineId - 1; index >= 0 && chars < MOST_CHARS / 4; index--) {
    const text = lines[index]?.text ?? '';
    texts.unshift(text);
    chars += text.length;
  }
  const words = texts.join(' ').slice(-MOST_CHARS).split(/\s+/);
  return words.slice(-BEFORE_WORDS).join(' ');
}
