import { z } from 'zod';
import { languageTag } from '../../platform/language-tag.ts';
import { type Cue, MAX_CUES } from './cues.ts';
import { type Names, nameOf, namesIn, type Speaker } from './json-speakers.ts';
import { readTextTranscript } from './text-transcript.ts';
import { parseTime, type Span, secondsOf, type Time, unitOf } from './times.ts';

/**
 * Where the podcast namespace and other services put the parts of a segment, in order of preference. Times
 * have the unit of their numbers, or null if the whole file tells it.
 */
const FIELDS = {
  start: paths({
    startTime: null,
    start: null,
    start_time: null,
    begin: null,
    ts: null,
    time: null,
    'timestamps.from': null,
    'offsets.from': 0.001,
    'timestamp.0': null,
    timestamp: null,
    startOffset: null,
    offsetMilliseconds: 0.001,
    /** Samples. */
    start_offset: 1 / 16_000,
  }),
  end: paths({
    endTime: null,
    end: null,
    end_time: null,
    end_ts: null,
    stop: null,
    'timestamps.to': null,
    'offsets.to': 0.001,
    'timestamp.1': null,
    end_timestamp: null,
    endOffset: null,
    end_offset: 1 / 16_000,
  }),
  /** Counts characters where it has no duration. */
  offset: paths({ offset: null }),
  length: paths({ duration: null, durationMilliseconds: null }),
  text: paths(
    'body text sentence content transcript punctuated_word word value display alternatives.0.content nBest.0.display',
  ),
  /** A name before what may only be a number. */
  speaker: paths(
    'voice speaker_name speakerName speaker speaker_label speakerLabel speakerTag speaker_tag alternatives.0.speaker',
  ),
};

type Path = { keys: string[]; unit: number | null };

function paths(written: string | Record<string, number | null>): Path[] {
  const units = typeof written === 'string' ? written.split(' ').map((one) => [one, null]) : null;
  const all: Record<string, number | null> = units ? Object.fromEntries(units) : written;
  return Object.entries(all).map(([path, unit]) => ({ keys: path.split('.'), unit }));
}

interface Segment extends Span {
  text: string;
  speaker: Speaker;
}

/** Where lists of segments may be, in order of preference. */
const LISTS = [
  'segments',
  'utterances',
  'speakers',
  'chunks',
  'turns',
  'phrases',
  'recognizedPhrases',
  'transcript',
  'transcription',
  'cues',
  'captions',
  'words',
  'paragraphs',
  'sentences',
  'monologues',
  'elements',
  'lines',
  'items',
  'results',
  'channels',
  'alternatives',
  'data',
  'result',
  'speech',
  'transcripts',
  'combinedPhrases',
  'combinedRecognizedPhrases',
];
const MAX_DEPTH = 8;

/** The field with the language, as BCP 47 or with an underscore. */
const words = z.string().nullish().catch(null);
const languageSchema = z.object({
  language: words,
  language_code: words,
  result: z.object({ language: words }).nullish().catch(null),
});

/**
 * Reads in steps the podcast namespace's JSON and the formats of speech recognition services.
 *
 * @returns null if it contains no words
 */
export function* readJsonTranscript(
  json: unknown,
): Generator<void, { cues: Cue[]; language: string | null } | null> {
  const segments = withKnownTimes(withoutRepetition(findSegments(json, null, 0)));
  const language = languageOf(json);
  if (segments.length > 0) {
    const unit = isOfNamespace(json) ? 1 : unitOf(segments);
    const names = namesIn(json);
    return { cues: segments.map((segment) => toCue(segment, unit, names)), language };
  }
  const text = plainTextOf(json);
  return text === '' ? null : { cues: yield* readTextTranscript(text), language };
}

/** @param speaker the surrounding object's speaker */
function findSegments(json: unknown, speaker: Speaker, depth: number): Segment[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(json)) return segmentsIn(json.slice(0, MAX_CUES), speaker, depth);
  if (!isObject(json)) return [];
  const inner = speakerOf(json) ?? speaker;
  for (const name of LISTS) {
    const list = json[name];
    // The first alternative is the most likely.
    const meant = name === 'alternatives' && Array.isArray(list) ? list.slice(0, 1) : list;
    const found = findSegments(meant, inner, depth + 1);
    if (found.length > 0) return found;
  }
  return [];
}

/** The elements themselves, or their children if only those have times. */
function segmentsIn(list: readonly unknown[], speaker: Speaker, depth: number): Segment[] {
  const own = list.filter(isObject).flatMap((one) => {
    const text = textOf(one);
    if (text === '') return [];
    const end = timeAt(one, FIELDS.end);
    const length = timeAt(one, FIELDS.length);
    const start = timeAt(one, FIELDS.start) ?? (length && timeAt(one, FIELDS.offset));
    const said = speakerOf(one) ?? speaker ?? personIn(one.speaker_id);
    return [{ start, end, length, text, speaker: said }];
  });
  if (own.some(isTimed)) return own;
  const inside = list.flatMap((one) => findSegments(one, speaker, depth + 1));
  return inside.some(isTimed) || own.length === 0 ? inside : own;
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isTimed(segment: Segment): boolean {
  return segment.start !== null;
}

/** Returns the first that `read` makes something of. */
function firstAt<Value>(
  object: Record<string, unknown>,
  fields: readonly Path[],
  read: (value: unknown, unit: number | null) => Value | null,
): Value | null {
  for (const { keys, unit } of fields) {
    let value: unknown = object;
    for (const key of keys)
      value = isObject(value) || Array.isArray(value) ? Object(value)[key] : null;
    const found = value == null ? null : read(value, unit);
    if (found !== null) return found;
  }
  return null;
}

const timeAt = (object: Record<string, unknown>, fields: readonly Path[]): Time | null =>
  firstAt(object, fields, (value, unit) => {
    if (!isObject(value)) return parseTime(value, unit);
    // A Duration of Protocol Buffers.
    const { seconds = 0, nanos = 0 } = value;
    return 'seconds' in value || 'nanos' in value
      ? parseTime(Number(seconds) + Number(nanos) / 1e9, 1)
      : null;
  });

const speakerOf = (object: Record<string, unknown>) => firstAt(object, FIELDS.speaker, personIn);

function personIn(value: unknown): Speaker {
  const name = isObject(value) ? value.name : value;
  return typeof name === 'string' || (typeof name === 'number' && !isObject(value)) ? name : null;
}

const textOf = (object: Record<string, unknown>): string =>
  firstAt(object, FIELDS.text, (value) => (typeof value === 'string' ? value : null)) ?? '';

/** A last result may have all words once more, then with their speakers. */
function withoutRepetition(segments: Segment[]): Segment[] {
  const from = segments.findIndex(({ speaker }) => speaker !== null);
  const [first, again] = [segments[0], segments[from]];
  const isRepeated =
    from > 0 && first?.text === again?.text && first?.start?.amount === again?.start?.amount;
  return isRepeated ? segments.slice(from) : segments;
}

/** Where all begin at zero, nobody knew when. */
function withKnownTimes(segments: Segment[]): Segment[] {
  const isKnown = segments.length < 2 || segments.some(({ start }) => start?.amount !== 0);
  return isKnown ? segments : segments.map((one) => ({ ...one, start: null, end: null }));
}

/** The namespace always uses seconds. */
const isOfNamespace = (json: unknown): boolean =>
  isObject(json) && typeof json.version === 'string' && Array.isArray(json.segments);

function toCue({ start, end, length, speaker, text }: Segment, unit: number, names: Names): Cue {
  const from = secondsOf(start, unit);
  const lasts = secondsOf(length, unit);
  const until = secondsOf(end, unit);
  return {
    start: from,
    end: until ?? (from === null || lasts === null ? null : from + lasts),
    speaker: nameOf(speaker, start, names),
    text,
  };
}

function languageOf(json: unknown): string | null {
  const { language, language_code, result } = languageSchema.safeParse(json).data ?? {};
  return languageTag(language ?? language_code ?? result?.language);
}

/** Without segments: the text, or its texts as paragraphs. */
function plainTextOf(json: unknown): string {
  const texts = z.array(z.string()).safeParse(json).data;
  if (texts !== undefined) return texts.join('\n\n');
  return isObject(json) ? textOf(json) : '';
}
