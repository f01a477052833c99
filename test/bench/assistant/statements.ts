/**
 * Statements about talk, written by people who did not know the rules of the check: does it keep the true ones, in
 * whatever words, and drop the false ones?
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { checkStatement } from '../../../worker/assistant/check/check-statement.ts';
import type { Evidence } from '../../../worker/assistant/evidence.ts';
import { vectors } from './subject.ts';
import { episodeNamed, isNameHeldOut } from './transcripts.ts';

export interface StatementFigures {
  truths: number;
  kept: number;
  lies: number;
  /** Lies that pass for true. */
  passed: number;
  /** Quotations that aren't there, by which rule truths were dropped, and which kinds of lies passed. */
  problems: string[];
}

/** @param heldOut the half of the transcripts to report, otherwise the one to tune on */
export function measureStatements(heldOut: boolean): StatementFigures {
  const figures: StatementFigures = { truths: 0, kept: 0, lies: 0, passed: 0, problems: [] };
  let episode: AssistantEpisode | null = null;
  const data = readFileSync(join(import.meta.dirname, 'data/statements.txt'), 'utf8');
  for (const line of data.split('\n')) {
    if (line.startsWith('## ')) {
      const name = line.slice(3);
      episode = isNameHeldOut(name) === heldOut ? episodeNamed(name) : null;
    }
    const [kind = '', quotations = '', text] = line.split(' | ');
    if (episode === null || text === undefined) continue;
    const { lines } = episode;
    const pointers = quotations.split(' && ');
    const evidence = pointers.flatMap((pointer) => evidenceOf(lines, pointer) ?? []);
    if (evidence.length < pointers.length) {
      figures.problems.push(`missing: ${quotations}`);
      continue;
    }
    const problem = checkStatement({ text, evidence }, episode, { vectors });
    if (kind === 'T') {
      figures.truths++;
      if (problem === null) figures.kept++;
      else figures.problems.push(`dropped as ${problem}: ${text}`);
    } else {
      figures.lies++;
      if (problem !== null) continue;
      figures.passed++;
      figures.problems.push(`${kind} passes: ${text}`);
    }
  }
  return figures;
}

/** The words left out between the first and the last ones of a quotation. */
const LEFT_OUT = ' … ';

/** Finds a quotation and its lines by its first and last words; null if it isn't there. */
function evidenceOf(lines: AssistantEpisode['lines'], pointer: string): Evidence | null {
  const [first = '', last = ''] = pointer.split(LEFT_OUT);
  const starts: number[] = [];
  let said = '';
  for (const { text } of lines) {
    starts.push(said.length);
    said += `${text.replace(/\s+/g, ' ').trim()} `;
  }
  const from = said.indexOf(first);
  const to = said.indexOf(last, from + first.length) + last.length;
  if (from < 0 || to < from) return null;
  const quotation = said.slice(from, to);
  const lineIds = [...lines.keys()].filter(
    (id) => (starts[id + 1] ?? said.length) > from && (starts[id] ?? 0) < to,
  );
  return { lineIds, quotation };
}
