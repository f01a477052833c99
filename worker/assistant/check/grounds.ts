/** The texts a statement may be based on: the quotation and its surroundings. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { type Evidence, type Place, placeOf } from '../evidence.ts';
import { openClauseOf } from './clauses.ts';

export interface Grounds {
  /** The quotation. */
  quoted: string;
  /** The same from the start of its clause, because 'not' may stand before it. */
  clause: string;
  /** The sentences it is taken from. */
  sentence: string;
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
const MAX_CHARS = 6_000;

const speakersIn = cachedBy((lines: AssistantEpisode['lines']) => [
  ...new Set(lines.flatMap(({ speaker }) => speaker ?? [])),
]);

export function groundsOf(
  { lines }: Pick<AssistantEpisode, 'lines'>,
  evidence: Evidence[],
): Grounds {
  const said: string[] = [];
  const sentences: string[] = [];
  const clauses: string[] = [];
  const around: string[] = [];
  const speakers = new Set<string>();
  for (const one of evidence) {
    const place = placeOf(lines, one);
    if (!place) continue;
    if (place.speaker !== null) speakers.add(place.speaker);
    const near = nearQuotation(lines, one, place);
    said.push(near);
    const [first, quoted, last] = sentenceOf(near, one.quotation);
    sentences.push(first + quoted + last);
    clauses.push(openClauseOf(first) + quoted);
    around.push(before(lines, Math.min(...one.lineIds, place.lineId)), near);
  }
  return {
    quoted: evidence.map(({ quotation }) => quotation).join(' … '),
    clause: clauses.join(' … '),
    sentence: sentences.join(' … '),
    said: said.join(' … '),
    around: around.join(' … '),
    speakers: [...speakers],
    allSpeakers: speakersIn(lines),
  };
}

/** Unpunctuated speech is no sentence; only this many words on each side of a quotation count. */
const MAX_BESIDE = 12;

/** Returns the quotation between the rest of its sentence. */
function sentenceOf(near: string, quotation: string): [string, string, string] {
  const at = near.toLowerCase().indexOf(quotation.toLowerCase());
  if (at < 0) return ['', quotation, ''];
  const before =
    near
      .slice(0, at)
      .split(/(?<=[.!?…]["”’)]?)\s/)
      .at(-1) ?? '';
  const end = at + quotation.length;
  const ends = /[.!?…]["”’')]*$/.test(quotation);
  const [after = ''] = ends ? [] : near.slice(end).split(/(?<=[.!?…])\s/);
  const first = before
    .split(/\s+/)
    .slice(-MAX_BESIDE - 1)
    .join(' ');
  const last = after
    .split(/\s+/)
    .slice(0, MAX_BESIDE + 1)
    .join(' ');
  return [first, near.slice(at, end), last];
}

/** Returns the same speaker's named lines near the quotation. */
function nearQuotation(
  lines: AssistantEpisode['lines'],
  { lineIds, quotation }: Evidence,
  { lineId, share, speaker }: Place,
): string {
  const ids = new Set(lineIds);
  let first = lineId;
  while (ids.has(first - 1) && lines[first - 1]?.speaker === speaker) first--;
  let last = lineId;
  while (ids.has(last + 1) && lines[last + 1]?.speaker === speaker) last++;
  const wordsIn = (from: number, to: number) =>
    lines.slice(from, to).flatMap((line) => line.text.split(/\s+/));
  const words = wordsIn(first, last + 1);
  const length = quotation.split(/\s+/).length;
  // A rough position is enough, because the exact words were found before.
  const i = wordsIn(first, lineId).length + Math.round(wordsIn(lineId, lineId + 1).length * share);
  const isShort = words.length <= length + 2 * NEAR_WORDS;
  const from = isShort ? 0 : Math.max(0, i - NEAR_WORDS);
  const to = isShort ? words.length : i + length + NEAR_WORDS;
  const near = words.slice(from, to).join(' ');
  // Text without spaces can't be narrowed down.
  return near.length > MAX_CHARS ? quotation : near;
}

/** Returns the last words before a line. */
function before(lines: AssistantEpisode['lines'], lineId: number): string {
  const texts: string[] = [];
  let chars = 0;
  for (let index = lineId - 1; index >= 0 && chars < MAX_CHARS / 4; index--) {
    const text = lines[index]?.text ?? '';
    texts.unshift(text);
    chars += text.length;
  }
  const words = texts.join(' ').slice(-MAX_CHARS).split(/\s+/);
  return words.slice(-BEFORE_WORDS).join(' ');
}
