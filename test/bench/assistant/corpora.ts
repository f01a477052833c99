/** Reads the collections of question answering, whatever the files in them are called. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TranscriptLine } from '../../../worker/transcripts/transcript.ts';

export const CORPORA = resolve(
  process.env.DRIPCAST_CORPORA ?? join(import.meta.dirname, '../../../../shared/corpora'),
);

/** Every file of a collection with one of these endings, sorted; none where it is missing. */
export function filesOf(collection: string, endings: string[]): string[] {
  const root = join(CORPORA, collection);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => join(root, path))
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** The JSON values of a collection: one a file, or one a line. */
export function jsonOf(collection: string): unknown[] {
  return filesOf(collection, ['.json', '.jsonl']).flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    if (path.endsWith('.json')) return [JSON.parse(text) as unknown];
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as unknown);
  });
}

/** Meetings fall into halves by what was said in them: one to tune on, one to report on. */
export function isHeldOut(lines: TranscriptLine[]): boolean {
  let hash = 0x811c9dc5;
  for (const char of lines
    .slice(0, 40)
    .map(({ text }) => text)
    .join(' ')) {
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  }
  return ((hash >>> 8) & 1) === 1;
}

/** Transcription marks out, words joined to their punctuation again. */
export function cleanSpeech(text: string): string {
  return text
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,?!;:%])/g, '$1')
    .replace(/ (n't|'s|'re|'ve|'ll|'d|'m)\b/g, '$1')
    .trim();
}

/** A podcast's transcript file as lines: WebVTT, timed text, or Markdown turns. */
export function podcastLines(path: string): TranscriptLine[] {
  const text = readFileSync(path, 'utf8').replace(/\r/g, '');
  if (path.endsWith('.vtt')) return vttLines(text);
  const timed = [...text.matchAll(/^(\d\d):(\d\d):(\d\d) (.+)$/gm)];
  if (timed.length > 20) {
    return timed.map(([, h, m, s, said = '']) => {
      const start = Number(h) * 3600 + Number(m) * 60 + Number(s);
      return { start, end: null, speaker: null, text: said.trim() };
    });
  }
  return markdownLines(text);
}

function vttLines(text: string): TranscriptLine[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const times = /(\d+):(\d\d):(\d\d)\.(\d+) --> (\d+):(\d\d):(\d\d)\.(\d+)/.exec(block);
    if (times === null) return [];
    const [h1, m1, s1, f1, h2, m2, s2, f2] = times.slice(1).map(Number);
    const said = block
      .slice(times.index + times[0].length)
      .replace(/\s+/g, ' ')
      .trim();
    if (said === '') return [];
    const at = (h = 0, m = 0, s = 0, f = 0) => h * 3600 + m * 60 + s + f / 1000;
    return [{ start: at(h1, m1, s1, f1), end: at(h2, m2, s2, f2), speaker: null, text: said }];
  });
}

function markdownLines(text: string): TranscriptLine[] {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  let speaker: string | null = null;
  let start = 0;
  return body.split(/\n\n+/).flatMap((paragraph) => {
    const plain = paragraph.replace(/\s+/g, ' ').trim();
    const turn = /^(?:\*\*([^*]{2,40}):\*\*|([A-Z][\w .'-]{1,40}):)\s*(.*)$/.exec(plain);
    if (turn !== null) speaker = (turn[1] ?? turn[2] ?? '').trim();
    const said = (turn === null ? plain : (turn[3] ?? '')).replace(/\\([[\]*_])/g, '$1');
    if (said === '' || /^[#>|!-]/.test(said)) return [];
    // These have no times; a steady pace gives each turn one, as a feed's transcript would have.
    const line = { start, end: start + said.split(' ').length * 0.4, speaker, text: said };
    start = line.end;
    return [line];
  });
}
