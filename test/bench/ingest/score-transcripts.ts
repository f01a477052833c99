import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { readCaptions, readTranscript } from '../../support/transcripts-at-once.ts';
import { type CorpusFile, filesOf, readJson } from './collect.ts';

type Json = Readonly<Record<string, unknown>>;

interface Spoken {
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}

/** Transcriptator's expectations, the WebVTT suites' cue times and texts, and YouTube's timed text. */
export function scoreTranscripts(showFaults: boolean): void {
  const verdicts = transcriptVerdicts();
  for (const suite of new Set(verdicts.map((one) => one.suite))) {
    const own = verdicts.filter((one) => one.suite === suite);
    const right = own.filter((one) => one.fault === null).length;
    console.log(`  ${suite}: ${right} of ${own.length}`);
    if (!showFaults) continue;
    for (const { path, fault } of own) if (fault !== null) console.log(`    ${path}: ${fault}`);
  }
}

export interface Verdict {
  suite: string;
  path: string;
  fault: string | null;
}

export function transcriptVerdicts(): Verdict[] {
  return [
    ...transcriptatorVerdicts(),
    ...vttjsVerdicts(),
    ...webvttVerdicts(),
    ...timedTextVerdicts(),
  ];
}

/** `name.expected.srt` has what `name.json3` has. */
function timedTextVerdicts(): Verdict[] {
  return filesOf('youtube-', /\.expected\.srt$/).flatMap(({ collection, path, bytes }) => {
    const source = filesOf(collection, /\.(json3|xml|srv\d)$/).find((file) =>
      path.startsWith(`${withoutExtension(file.path)}.`),
    );
    if (source === undefined) return [];
    const linesOf = (file: Uint8Array) =>
      readTranscript(file, { type: '', url: '' }).lines.map(
        ({ start, text }) => `${start} ${text}`,
      );
    const fault = linesOf(source.bytes).join() === linesOf(bytes).join() ? null : 'other lines';
    return [{ suite: "YouTube's timed text", path, fault }];
  });
}

/**
 * `name_type_parsed.json` holds the segments of `name.type`. Those made with options to join or
 * to cut are compared by their words and speakers, since how long a line is is ours to choose.
 */
function transcriptatorVerdicts(): Verdict[] {
  const expected = filesOf('transcripts-transcriptator', /_parsed(_\d+)?\.json$/);
  const sources = filesOf('transcripts-transcriptator', /\.(json|srt|vtt|html?|txt)$/i).filter(
    ({ path }) => !/_parsed(_\d+)?\.json$/.test(path),
  );
  return expected.flatMap(({ path }) => {
    const source =
      sources.find((file) => path.startsWith(stemFor(file.path))) ??
      sources.find((file) => path.startsWith(withoutExtension(file.path)));
    const segments = segmentsIn(readJson(path));
    if (source === undefined || segments === null) return [];
    const fault = transcriptatorFault(source, segments, isPlain(path));
    return [{ suite: 'transcriptator', path, fault }];
  });
}

function isPlain(path: string): boolean {
  return !/combine|changed|one_word|_parsed_\d+/.test(path);
}

function stemFor(path: string): string {
  return path.replace(/\.(\w+)$/, '_$1');
}

function withoutExtension(path: string): string {
  return path.replace(/\.\w+$/, '');
}

function segmentsIn(json: unknown): readonly Json[] | null {
  const list = Array.isArray(json) ? json : (json as { segments?: unknown } | undefined)?.segments;
  return Array.isArray(list) ? list : null;
}

function transcriptatorFault(
  source: CorpusFile,
  segments: readonly Json[],
  byLine: boolean,
): string | null {
  const expected = segments.map((segment) => ({
    start: Number(segment.startTime),
    end: Number(segment.endTime),
    speaker: segment.speaker ? String(segment.speaker) : null,
    // Transcriptator keeps markup in the text.
    text: spoken(String(segment.body)),
  }));
  let lines: TranscriptLine[];
  try {
    lines = readTranscript(source.bytes, { type: '', url: source.path }).lines;
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : error}`;
  }
  // HTML says when somebody begins to speak, but not when they stop.
  const isHtml = /^\s*</.test(new TextDecoder().decode(source.bytes.subarray(0, 100)));
  const read = lines.map((line, index) => ({
    ...line,
    start: line.start ?? -1,
    end: line.end ?? (isHtml ? (expected[index]?.end ?? -1) : -1),
  }));
  const pieces = /"(?:startTime|start)"/g;
  const isByWord =
    (new TextDecoder().decode(source.bytes).match(pieces)?.length ?? 0) > expected.length;
  return byLine && !isByWord ? lineFault(read, expected) : wordFault(read, expected);
}

function lineFault(read: readonly Spoken[], expected: readonly Spoken[]): string | null {
  if (read.length !== expected.length) return `${read.length} lines instead of ${expected.length}`;
  for (const [index, one] of expected.entries()) {
    const line = read[index];
    if (line === undefined || folded(line.text) !== folded(one.text)) {
      return `'${line?.text}' instead of '${one.text}'`;
    }
    if (Math.abs(line.start - one.start) > 0.002 || Math.abs(line.end - one.end) > 0.002) {
      return `${line.start}–${line.end} instead of ${one.start}–${one.end}`;
    }
    if (line.speaker !== one.speaker) return `speaker ${line.speaker} instead of ${one.speaker}`;
  }
  return null;
}

function wordFault(read: readonly Spoken[], expected: readonly Spoken[]): string | null {
  const words = (lines: readonly Spoken[]) =>
    lines
      .map((line) => line.text)
      .join('')
      .replace(/\s+/g, '');
  const turns = (lines: readonly Spoken[]) =>
    lines
      .flatMap(({ speaker }) => speaker ?? [])
      .filter((speaker, index, all) => speaker !== all[index - 1]);
  if (words(read) !== words(expected)) return 'other words';
  if (turns(read).join() !== turns(expected).join()) return 'other turns of speakers';
  return null;
}

/** `name.json` beside `name.vtt` has the cues. */
function vttjsVerdicts(): Verdict[] {
  return filesOf('transcripts-vttjs', /\.vtt$/).flatMap(({ path, bytes }) => {
    const json = readJson(path.replace(/\.vtt$/, '.json'));
    const cues = Array.isArray(json) ? json : (json as { cues?: unknown } | undefined)?.cues;
    if (!Array.isArray(cues)) return [];
    const expected = (cues as { startTime: number; endTime: number; text: string }[]).map(
      ({ startTime, endTime, text }) => `${startTime} ${endTime} ${spoken(text)}`,
    );
    const read = cuesOf(new TextDecoder().decode(bytes));
    const wanted = expected.filter((cue) => !/^\S+ \S+ $/.test(cue));
    const fault = read.join('\n') === wanted.join('\n') ? null : `${read} instead of ${wanted}`;
    return [{ suite: 'WebVTT, vtt.js', path, fault }];
  });
}

/** Compares the tree of each cue's text, and which files report bad cues. */
function webvttVerdicts(): Verdict[] {
  const texts = filesOf('transcripts-webvttjs', /cue-parsing.*\.json$/).flatMap(({ path }) => {
    const json = readJson(path);
    const list = (Array.isArray(json) ? json : []) as { text?: string; expectedTree?: string }[];
    return list.flatMap((one) => {
      const { text, expectedTree } = one ?? {};
      if (text === undefined || expectedTree === undefined) return [];
      const [cue] = cuesOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text.replace(/\n$/, '')}\n`);
      const read = folded((cue ?? '').replace(/^\S+ \S+ /, ''));
      const wanted = folded(
        [...expectedTree.matchAll(/^\|\s*"([\s\S]*?)"$/gm)].map((m) => m[1]).join(''),
      );
      const fault =
        read.replace(/\s/g, '') === wanted.replace(/\s/g, '')
          ? null
          : `'${read}' instead of '${wanted}' of '${text}'`;
      return [{ suite: 'WebVTT, cue texts', path, fault }];
    });
  });
  const files = filesOf('transcripts-webvttjs', /file-parsing.*\.vtt$/).map(({ path, bytes }) => {
    const bad = cuesOf(new TextDecoder().decode(bytes)).filter((cue) => cue.endsWith(' invalid'));
    return { suite: 'WebVTT, files', path, fault: bad.length > 0 ? bad.join() : null };
  });
  return [...texts, ...files];
}

function cuesOf(text: string): string[] {
  const cues = new Map<string, string>();
  for (const { start, end, text: words } of readCaptions(text)) {
    const key = `${start} ${end}`;
    cues.set(key, (cues.get(key) ?? '') + words);
  }
  return [...cues]
    .map(([key, words]) => `${key} ${folded(words)}`)
    .filter((cue) => !/^\S+ \S+ $/.test(cue));
}

/** A cue's text without its markup. */
function spoken(text: string): string {
  const [cue = ''] = cuesOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`);
  return cue.replace(/^\S+ \S+ /, '');
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
