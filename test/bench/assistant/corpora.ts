/** Reads collections for question answering, whatever their files are called. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { TranscriptError } from '../../../worker/transcripts/read/transcript-error.ts';
import { readTranscript } from '../../support/transcripts-at-once.ts';
import { CORPORA } from '../corpora-folder.ts';

/** Returns a collection's files with one of these endings, sorted; none if it is missing. */
export function filesOf(collection: string, endings: string[]): string[] {
  const root = join(CORPORA, collection);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => join(root, path))
    .filter((path) => statSync(path).isFile())
    .sort();
}

/** Yields a collection's JSON values: one per file, or one per line. */
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

/** Removes transcription marks, and joins words with their punctuation. */
export function cleanSpeech(text: string): string {
  return text
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,?!;:%])/g, '$1')
    .replace(/ (n't|'s|'re|'ve|'ll|'d|'m)\b/g, '$1')
    .trim();
}

/** Returns the lines of a podcast's transcript as the product reads it; none if there are none. */
export function podcastLines(path: string): TranscriptLine[] {
  try {
    return readTranscript(readFileSync(path), { type: '', url: path }).lines;
  } catch (error) {
    if (error instanceof TranscriptError) return [];
    throw error;
  }
}
