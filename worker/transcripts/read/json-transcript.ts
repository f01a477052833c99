import { z } from 'zod';
import { languageTag } from '../../platform/language-tag.ts';
import { parseClock } from '../clock.ts';
import { type Cue, MAX_CUES } from './cues.ts';
import { readTextTranscript } from './text-transcript.ts';

const time = z.union([z.number(), z.string()]).nullish().catch(null);
const words = z.string().nullish().catch(null);
const person = z
  .union([z.string(), z.number(), z.object({ name: z.string() })])
  .nullish()
  .catch(null);

/** The podcast namespace's segment, including the field names of other services. */
const segmentSchema = z.object({
  startTime: time,
  start: time,
  start_time: time,
  begin: time,
  ts: time,
  time,
  endTime: time,
  end: time,
  end_time: time,
  end_ts: time,
  duration: time,
  timestamps: z.object({ from: time, to: time }).nullish().catch(null),
  /** The start, or start and end. */
  timestamp: z
    .union([z.number(), z.string(), z.tuple([time, time])])
    .nullish()
    .catch(null),
  end_timestamp: time,
  body: words,
  text: words,
  sentence: words,
  content: words,
  transcript: words,
  word: words,
  punctuated_word: words,
  value: words,
  /** Alternative transcriptions, the most likely first. */
  alternatives: z
    .array(z.object({ content: words, speaker: person }))
    .nullish()
    .catch(null),
  voice: person,
  speaker: person,
  speaker_name: person,
  speakerName: person,
  speaker_label: person,
  speaker_id: person,
});
type Segment = z.infer<typeof segmentSchema>;

/** Where lists of segments may be, in order of preference. */
const LISTS = [
  'segments',
  'utterances',
  'speakers',
  'chunks',
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
];
const MAX_DEPTH = 8;

/** The field with the language, as BCP 47 or with an underscore. */
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
  const segments = findSegments(json, null, 0);
  const language = languageOf(json);
  if (segments.length > 0) {
    const scale = unitOf(json, segments);
    const names = namesById(json);
    return { cues: segments.map((segment) => toCue(segment, scale, names)), language };
  }
  const text = plainTextOf(json);
  return text === '' ? null : { cues: yield* readTextTranscript(text), language };
}

/** @param speaker the surrounding object's speaker */
function findSegments(json: unknown, speaker: Segment['speaker'], depth: number): Segment[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(json)) return segmentsIn(json.slice(0, MAX_CUES), speaker, depth);
  if (!isObject(json)) return [];
  const inner = speakerOf(segmentSchema.parse(json)) ?? speaker;
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
function segmentsIn(
  list: readonly unknown[],
  speaker: Segment['speaker'],
  depth: number,
): Segment[] {
  const own = list
    .filter(isObject)
    .map((one) => segmentSchema.parse(one))
    .filter((segment) => textOf(segment) !== '')
    .map((segment) => ({
      ...segment,
      speaker: speakerOf(segment) ?? speaker ?? segment.speaker_id,
    }));
  if (own.some(isTimed)) return own;
  const inside = list.flatMap((one) => findSegments(one, speaker, depth + 1));
  return inside.some(isTimed) || own.length === 0 ? inside : own;
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isTimed(segment: Segment): boolean {
  return startOf(segment) != null;
}

/** The namespace uses seconds, but whole numbers in the thousands must be milliseconds. */
function unitOf(json: unknown, segments: readonly Segment[]): number {
  const isNamespace = z
    .object({ version: z.string(), segments: z.array(z.unknown()) })
    .safeParse(json);
  if (isNamespace.success) return 1;
  const lengths = segments
    .map((segment) => Number(endOf(segment)) - Number(startOf(segment)))
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const isWhole = lengths.every((length) => Number.isInteger(length));
  return isWhole && median >= 100 ? 0.001 : 1;
}

const speakersSchema = z.object({
  speakers: z.array(z.object({ id: z.union([z.string(), z.number()]), name: z.string() })),
});

/** The names of speakers whom segments only number; of most files none. */
function namesById(json: unknown): ReadonlyMap<string | number, string> {
  const { speakers = [] } = speakersSchema.safeParse(json).data ?? {};
  return new Map(speakers.map(({ id, name }) => [id, name]));
}

function toCue(segment: Segment, scale: number, names: ReadonlyMap<string | number, string>): Cue {
  const start = scaledSeconds(startOf(segment), scale);
  const length = scaledSeconds(segment.duration, scale);
  const end = scaledSeconds(endOf(segment), scale);
  const speaker = speakerOf(segment);
  const said = typeof speaker === 'object' ? speaker?.name : speaker;
  const name = names.get(said ?? '') ?? said;
  return {
    start,
    end:
      end ?? (start === null || length === null ? null : Math.round((start + length) * 1e3) / 1e3),
    speaker: typeof name === 'number' ? `Speaker ${name}` : name?.trim() || null,
    text: textOf(segment),
  };
}

/** @param value a number, a clock, or `1.5s` */
function scaledSeconds(value: number | string | null | undefined, scale: number): number | null {
  const seconds =
    typeof value === 'string'
      ? (parseClock(value) ?? Number(value.replace(/s$/, '') || Number.NaN))
      : (value ?? null);
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return null;
  return scale === 1 ? seconds : Math.round(seconds * scale * 1000) / 1000;
}

function startOf({
  startTime,
  start,
  start_time,
  begin,
  ts,
  time,
  timestamps,
  timestamp,
}: Segment) {
  const written = Array.isArray(timestamp) ? timestamp[0] : timestamp;
  return startTime ?? start ?? start_time ?? begin ?? ts ?? time ?? timestamps?.from ?? written;
}

function endOf({ endTime, end, end_time, end_ts, timestamps, timestamp, end_timestamp }: Segment) {
  const written = Array.isArray(timestamp) ? timestamp[1] : end_timestamp;
  return endTime ?? end ?? end_time ?? end_ts ?? timestamps?.to ?? written;
}

function speakerOf(segment: Segment): Segment['speaker'] {
  const { voice, speaker, speaker_name, speakerName, speaker_label, alternatives } = segment;
  // A name before what may only be a number.
  return (
    voice ?? speaker_name ?? speakerName ?? speaker ?? speaker_label ?? alternatives?.[0]?.speaker
  );
}

function textOf(segment: Segment): string {
  const { body, text, sentence, content, transcript, punctuated_word, word, value, alternatives } =
    segment;
  const own = body ?? text ?? sentence ?? content ?? transcript ?? punctuated_word ?? word ?? value;
  return own ?? alternatives?.[0]?.content ?? '';
}

function languageOf(json: unknown): string | null {
  const { language, language_code, result } = languageSchema.safeParse(json).data ?? {};
  return languageTag(language ?? language_code ?? result?.language);
}

/** Without segments: the text, or its texts as paragraphs. */
function plainTextOf(json: unknown): string {
  const texts = z.array(z.string()).safeParse(json).data;
  if (texts !== undefined) return texts.join('\n\n');
  const object = segmentSchema.safeParse(json).data;
  return object === undefined ? '' : textOf(object);
}
