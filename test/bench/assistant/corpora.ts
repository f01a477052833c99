/** Reads the collections of question answering, whatever the files in them are called. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { TranscriptError } from '../../../worker/transcripts/read-transcript.ts';
import { readTranscript } from '../../support/transcripts-at-once.ts';
import { CORPORA } from '../corpora-folder.ts';

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

/** Transcription marks out, words joined to their punctuation again. */
export function cleanSpeech(text: string): string {
  return text
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,?!;:%])/g, '$1')
    .replace(/ (n't|'s|'re|'ve|'ll|'d|'m)\b/g, '$1')
    .trim();
}

/** The lines of a podcast's transcript file, as the product reads it; none where there are none. */
export function podcastLines(path: string): TranscriptLine[] {
  try {
    return readTranscript(readFileSync(path), { type: '', url: path }).lines;
  } catch (error) {
    if (error instanceof TranscriptError) return [];
    throw error;
  }
}
