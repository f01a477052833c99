import { z } from 'zod';
import { parseClock } from './clock.ts';
import type { Cue } from './cues.ts';

const time = z.union([z.number(), z.string()]).nullish().catch(null);
const words = z.string().nullish().catch(null);
const person = z
  .union([z.string(), z.number(), z.object({ name: z.string() })])
  .nullish()
  .catch(null);

/** The podcast namespace's segment, under the names that other services give its fields, too. */
const segmentSchema = z.object({
  startTime: time,
  start: time,
  start_time: time,
  begin: time,
  endTime: time,
  end: time,
  end_time: time,
  body: words,
  text: words,
  content: words,
  transcript: words,
  word: words,
  punctuated_word: words,
  speaker: person,
  speaker_name: person,
  speakerName: person,
});
type Segment = z.infer<typeof segmentSchema>;

const LISTS = [
  'segments',
  'utterances',
  'transcript',
  'transcription',
  'cues',
  'captions',
  'words',
  'paragraphs',
  'lines',
  'items',
  'results',
];
const MAX_DEPTH = 6;

/**
 * The podcast namespace's JSON, and what speech recognition services write in its place.
 * @returns null where there is no list of segments in it
 */
export function readJsonTranscript(json: unknown): { cues: Cue[]; language: string | null } | null {
  const segments = findSegments(json, 0);
  if (segments === null) return null;
  const language = z.object({ language: z.string().min(2).max(20) }).safeParse(json);
  const scale = unitOf(json, segments);
  return {
    cues: segments.map((segment) => toCue(segment, scale)),
    language: language.success ? language.data.language : null,
  };
}

function findSegments(json: unknown, depth: number): Segment[] | null {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(json)) {
    const segments = json
      .map((one) => segmentSchema.safeParse(one))
      .flatMap((parsed) => (parsed.success && textOf(parsed.data) !== '' ? [parsed.data] : []));
    if (segments.length > 0) return segments;
    for (const one of json.slice(0, 3)) {
      const inner = findSegments(one, depth + 1);
      if (inner !== null) return inner;
    }
    return null;
  }
  const object = z.record(z.string(), z.unknown()).safeParse(json).data;
  if (object === undefined) return null;
  const names = [
    ...LISTS.filter((name) => name in object),
    'channels',
    'alternatives',
    'data',
    'result',
  ];
  for (const name of names) {
    const inner = findSegments(object[name], depth + 1);
    if (inner !== null) return inner;
  }
  return null;
}

/** Seconds are what the namespace says; whole numbers in the thousands from the start are not. */
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

function toCue(segment: Segment, scale: number): Cue {
  const speaker = segment.speaker ?? segment.speaker_name ?? segment.speakerName ?? null;
  const name = typeof speaker === 'object' ? (speaker?.name ?? null) : speaker;
  return {
    start: secondsOf(startOf(segment), scale),
    end: secondsOf(endOf(segment), scale),
    speaker: typeof name === 'number' ? `Speaker ${name}` : name?.trim() || null,
    text: textOf(segment),
  };
}

function secondsOf(value: number | string | null | undefined, scale: number): number | null {
  const seconds =
    typeof value === 'string' ? (parseClock(value) ?? Number(value)) : (value ?? null);
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return null;
  return scale === 1 ? seconds : Math.round(seconds * scale * 1000) / 1000;
}

function startOf(segment: Segment) {
  return segment.startTime ?? segment.start ?? segment.start_time ?? segment.begin;
}

function endOf(segment: Segment) {
  return segment.endTime ?? segment.end ?? segment.end_time;
}

function textOf(segment: Segment): string {
  const { body, text, content, transcript, punctuated_word, word } = segment;
  return body ?? text ?? content ?? transcript ?? punctuated_word ?? word ?? '';
}
