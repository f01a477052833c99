/**
 * Compares derived chapters with the headings that people put into transcripts, and with equal parts and no
 * chapters at all: once for every other transcript, on which the parameters were tuned, and once for the
 * rest. If only turns have a time, it is interpolated over their lines, so there are no pauses to go by.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { deriveChapters } from '../../../worker/assistant/derive-chapters.ts';
import { evenCuts, pk, windowDiff } from '../../support/segmentation.ts';

const COLLECTION = 'podcasts-bitcoin';
/** Shorter ones need no chapters, and two parts could match by chance. */
const MIN_WORDS = 3_000;
const MIN_PARTS = 4;
const WORDS_PER_SECOND = 2.5;
/** 'Ada Quist: 00:12:34' above their words. */
const TURN = /^(?<speaker>[^:\n]{2,60}):(?: (?<clock>\d{1,2}:\d\d:\d\d))?$/;

interface Headed {
  title: string;
  description: string;
  lines: TranscriptLine[];
  /** The lines that follow a heading. */
  boundaries: Set<number>;
}

function readHeaded(markdown: string): Headed {
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(markdown) ?? [];
  const said = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(front)?.[1] ?? '';
  const lines: TranscriptLine[] = [];
  const boundaries = new Set<number>();
  let [seconds, speaker]: [number, string | null] = [0, null];
  for (const row of body.split('\n').map((one) => one.trim())) {
    const turn = TURN.exec(row)?.groups;
    if (/^#{2,3} /.test(row)) boundaries.add(lines.length);
    else if (turn) {
      speaker = turn.speaker ?? null;
      const at = turn.clock?.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
      seconds = Math.max(seconds, at ?? 0);
    } else if (row !== '' && !/^[#!<[|]/.test(row)) {
      lines.push({ start: seconds, end: null, speaker, text: row });
      seconds += row.split(/\s+/).length / WORDS_PER_SECOND;
    }
  }
  // A heading before the first words or after the last ones begins no chapter.
  boundaries.delete(0);
  boundaries.delete(lines.length);
  return { title: said('title'), description: said('summary'), lines, boundaries };
}

export async function measureChapters(corpora: string): Promise<void> {
  const folder = join(corpora, COLLECTION);
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.md$/.test(name));
  const halves = [emptyTally(), emptyTally()] as const;
  let read = 0;
  for (const file of files.sort()) {
    // A translation would repeat another transcript.
    if (/\.\w\w\.md$/.test(file)) continue;
    const { lines, boundaries, ...about } = readHeaded(await readFile(join(folder, file), 'utf8'));
    const words = lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
    if (words < MIN_WORDS || boundaries.size + 1 < MIN_PARTS) continue;
    const chapters = await deriveChapters(lines, about);
    const cut = new Set(
      chapters.map(({ start }) => lines.findIndex((line) => (line.start ?? 0) >= start)),
    );
    cut.delete(0);
    const against = (way: ReadonlySet<number>) => ({
      pk: pk(lines.length, boundaries, way),
      windowDiff: windowDiff(lines.length, boundaries, way),
    });
    const tally = read % 2 === 0 ? halves[0] : halves[1];
    read += 1;
    tally.derived.push(against(cut));
    tally.even.push(against(evenCuts(lines.length, cut.size + 1)));
    tally.none.push(against(new Set()));
  }
  const [tuned, held] = halves;
  console.log('derived chapters against headings by people (Pk / WindowDiff, less is better)');
  for (const [name, { derived, even, none }] of [
    ['tuned on these', tuned],
    ['not tuned on', held],
  ] as const) {
    console.log(
      `  ${derived.length} transcripts, ${name}: derived ${mean(derived)}, even cuts ${mean(even)}, none ${mean(none)}`,
    );
  }
}

interface Score {
  pk: number;
  windowDiff: number;
}

const emptyTally = (): Record<'derived' | 'even' | 'none', Score[]> => ({
  derived: [],
  even: [],
  none: [],
});

const mean = (of: readonly Score[]) =>
  (['pk', 'windowDiff'] as const)
    .map((name) => (of.reduce((sum, one) => sum + one[name], 0) / of.length).toFixed(3))
    .join(' / ');
