/** The texts a statement may be based on: the quotation and its surroundings. */
import { cachedBy, cachedByText } from '../../platform/cached-by.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { type Evidence, type Place, placeOf } from '../evidence.ts';
import { topicStems, topicStemsAmong, wordsOf } from '../language/words.ts';
import { namedSpeaker, sentencesOfText } from '../retrieval/sentences.ts';
import { nameOf } from '../retrieval/speaker-roles.ts';

export interface EvidenceContext {
  /** The quotation. */
  quotation: string;
  /** The sentences it is taken from, because 'not' may stand before it. */
  quotedSentences: string;
  /** What its speakers say near it, within the named lines. */
  nearby: string;
  /** The same plus what anyone said shortly before, which pronouns refer to. */
  nearbyAndBefore: string;
  /** The speakers of the quotation; empty if the transcript names nobody. */
  speakers: string[];
  /** Everyone who speaks in the episode. */
  allSpeakers: string[];
  /** What each person says in the named lines, and who speaks right before and after them, by name. */
  wordsByPerson: ReadonlyMap<string, string>;
}

/** Words on each side of a quotation that count as near it. */
const NEAR_WORDS = 60;
const BEFORE_WORDS = 80;
const BEFORE_CHARS = 8 * BEFORE_WORDS;
/** Only this much of a turn is considered. */
const MAX_CHARS = 6_000;

const speakersIn = cachedBy((lines: AssistantEpisode['lines']) => [
  ...new Set(lines.flatMap(({ speaker }) => speaker ?? [])),
]);

/** Collects the texts on which a statement may be based. */
export function evidenceContextOf(
  { lines }: Pick<AssistantEpisode, 'lines'>,
  evidence: Evidence[],
): EvidenceContext {
  const said: string[] = [];
  const sentences: string[] = [];
  const around: string[] = [];
  const speakers = new Set<string>();
  for (const one of evidence) {
    const place = placeOf(lines, one);
    if (!place) continue;
    if (place.speaker !== null) speakers.add(place.speaker);
    const near = nearQuotation(lines, one, place);
    said.push(near);
    sentences.push(sentenceOf(near, one.quotation));
    around.push(before(lines, Math.min(...one.lineIds, place.lineId)), near);
  }
  const joined = (texts: string[]) => texts.join(' … ');
  return {
    quotation: joined(evidence.map(({ quotation }) => quotation)),
    quotedSentences: joined(sentences),
    nearby: joined(said),
    nearbyAndBefore: joined(around),
    speakers: [...speakers],
    allSpeakers: speakersIn(lines),
    wordsByPerson: saidByEach(lines, evidence),
  };
}

/** Returns what each named person says in the lines of the evidence; '' for who speaks right beside them. */
function saidByEach(
  lines: AssistantEpisode['lines'],
  evidence: Evidence[],
): ReadonlyMap<string, string> {
  const ids = new Set(evidence.flatMap(({ lineIds }) => lineIds));
  const named = new Map<string, string>();
  const add = (id: number, text: string) => {
    const speaker = namedSpeaker(lines[id]?.speaker ?? null);
    if (speaker === null) return;
    const name = nameOf(speaker);
    const said = `${named.get(name) ?? ''} ${text}`.trim();
    if (said.length <= MAX_CHARS) named.set(name, said);
  };
  for (const id of [...ids].sort((a, b) => a - b)) add(id, lines[id]?.text ?? '');
  for (const id of ids)
    for (const beside of [id - 1, id + 1]) if (!ids.has(beside)) add(beside, '');
  return named;
}

/**
 * The context of a part attributed to some people: their words in the named lines, with the closest sentence
 * as its quotation.
 */
export function contextOfSpeakers(
  context: EvidenceContext,
  speakers: string[],
  part: string,
): EvidenceContext {
  const nearby = speakers.map((speaker) => context.wordsByPerson.get(speaker) ?? '').join(' ');
  const quotation = closestTo(topicStems(part), sentencesOfText(nearby));
  return { ...context, quotation, quotedSentences: quotation, nearby, speakers };
}

/** Returns the sentence that has most of these stems; '' if none has any. */
export function closestTo(stems: string[], sentences: string[]): string {
  const wanted = new Set(stems);
  let closest = '';
  let most = 0;
  for (const sentence of sentences) {
    const common = new Set(topicStems(sentence).filter((stem) => wanted.has(stem))).size;
    if (common > most) [most, closest] = [common, sentence];
  }
  return closest;
}

/** Unpunctuated speech is no sentence; only this many words on each side of a quotation count. */
const MAX_BESIDE = 12;

/** Returns the quotation with the rest of its sentence. */
function sentenceOf(near: string, quotation: string): string {
  const at = near.toLowerCase().indexOf(quotation.toLowerCase());
  if (at < 0) return quotation;
  const [before = ''] = near
    .slice(0, at)
    .split(/(?<=[.!?…]["”’)]?)\s/)
    .slice(-1);
  const end = at + quotation.length;
  const ends = /[.!?…]["”’')]*$/.test(quotation);
  const [after = ''] = ends ? [] : near.slice(end).split(/(?<=[.!?…])\s/);
  const first = before.split(/\s+/).slice(-MAX_BESIDE - 1);
  const last = after.split(/\s+/).slice(0, MAX_BESIDE + 1);
  return first.join(' ') + near.slice(at, end) + last.join(' ');
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
  const first = Math.max(0, lineId - BEFORE_WORDS);
  let words: string[] = [];
  for (let id = lineId - 1; id >= first && words.length < BEFORE_WORDS; id--) {
    const end = (lines[id]?.text ?? '').slice(-BEFORE_CHARS);
    words = [...(end.match(/\S+/g) ?? []), ...words];
  }
  return words.slice(-BEFORE_WORDS).join(' ');
}

/** A part of a sentence, which is denied, left open or asked on its own. */
export interface Clause {
  /** In lower case. */
  text: string;
  words: string[];
  stems: string[];
}

/** Punctuation, and the words that begin a clause. */
const BOUNDARY =
  /(?<!\d)[.,]|[.,](?!\d)|[;:!?…—]|--|\s-\s|\b(?=(?:and|but|or|while|whereas|because|since|so|if|unless|when|although|though|which|who|until|rather than|instead of)\b)|\b(?<!rather )(?=than\b)/giu;

/** A statement and its evidence are split several times. */
const MOST_TEXTS = 100;

/** Splits a text into its clauses; parts without a topic word join the next one. */
export const clausesOf = cachedByText((text): readonly Clause[] => {
  const clauses: Clause[] = [];
  let open = '';
  for (const part of text.toLowerCase().split(BOUNDARY)) {
    open += ` ${part}`;
    const words = wordsOf(open);
    const stems = topicStemsAmong(words);
    // 'Rather than not' belongs to what follows.
    if (stems.length === 0) continue;
    clauses.push({ text: open, words, stems });
    open = '';
  }
  return clauses;
}, MOST_TEXTS);
