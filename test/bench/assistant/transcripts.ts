/** The transcripts of the corpora by the names used in the data files here. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { CORPORA } from '../corpora-folder.ts';
import { episodeOf } from './assistant-under-test.ts';
import { cleanSpeech, filesOf, podcastLines } from './corpora.ts';

/**
 * A file's name decides its half: one to tune on, one to report. Captions and text of the same episode are in
 * the same half.
 */
export function isNameHeldOut(name: string): boolean {
  let hash = 0x811c9dc5;
  for (const char of name.replace(/\.txt$/, '.vtt')) {
    hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  }
  return ((hash >>> 9) & 1) === 1;
}

/** Returns the episode that a data file names; null if the collection is missing. */
export function episodeNamed(name: string): AssistantEpisode | null {
  if (name.startsWith('qa-acibench/')) return visits().find(({ id }) => id === name) ?? null;
  try {
    const path = join(CORPORA, name);
    const lines = name.startsWith('qa-scotus/')
      ? courtLines(JSON.parse(readFileSync(path, 'utf8')) as Argument)
      : podcastLines(path);
    return episodeOf(lines, { id: name });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

interface Argument {
  turns?: { start: number; stop: number; speaker: string | null; text: string }[];
}

function courtLines({ turns = [] }: Argument): TranscriptLine[] {
  return turns.flatMap(({ start, stop, speaker, text }) => {
    const said = cleanSpeech(text);
    return said === '' ? [] : [{ start, end: stop, speaker, text: said }];
  });
}

export interface Case {
  id: string;
  episode: AssistantEpisode;
  question: string;
  conclusion: string;
}

/** Court arguments with the question presented and the holding. */
export function cases(): Case[] {
  return filesOf('qa-scotus', ['-t01.json']).flatMap((path) => {
    try {
      const about = JSON.parse(readFileSync(path.replace('-t01.json', '.json'), 'utf8')) as {
        name: string;
        question: string | null;
        conclusion: string | null;
      };
      const lines = courtLines(JSON.parse(readFileSync(path, 'utf8')) as Argument);
      if (!about.question || !about.conclusion) return [];
      const id = path.split('/').slice(-2).join('/');
      return [
        {
          id,
          episode: episodeOf(lines, { id, title: 'Oral argument', podcastTitle: 'Arguments' }),
          question: about.question.replace(/<[^>]+>/g, ' '),
          conclusion: about.conclusion.replace(/<[^>]+>/g, ' '),
        },
      ];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

export interface Visit extends AssistantEpisode {
  note: string;
}

/** Doctor's visits with the doctor's note. */
export function visits(): Visit[] {
  return filesOf('qa-acibench', ['.csv'])
    .filter((path) => !path.endsWith('_metadata.csv'))
    .flatMap((path) => rowsOf(readFileSync(path, 'utf8')))
    .flatMap(([, id = '', dialogue = '', note = '']): Visit[] => {
      const lines = dialogue.split('\n').flatMap((line): TranscriptLine[] => {
        const [, speaker = null, said = ''] = /^\[(\w+)\] (.*)$/s.exec(line) ?? [];
        const text = cleanSpeech(said);
        return text === '' ? [] : [{ start: null, end: null, speaker, text }];
      });
      if (lines.length < 10) return [];
      return [{ ...episodeOf(lines, { id: `qa-acibench/${id}`, title: 'A visit' }), note }];
    });
}

/** Returns the rows of a CSV file without its header; quoted cells may contain line feeds. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows.slice(1);
}
