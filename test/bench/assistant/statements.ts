/**
 * Statements about conversations by people who didn't know the rules of the check. Measures whether it passes
 * the true ones, however worded, and drops the false ones.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssistantEpisode } from '../../../worker/assistant/assistant.ts';
import { checkStatement } from '../../../worker/assistant/check/check-statement.ts';
import type { Evidence } from '../../../worker/assistant/evidence.ts';
import { entriesOf, evidenceFrom } from '../../../worker/assistant/model/material.ts';
import { vectors } from './assistant-under-test.ts';
import { episodeNamed, isNameHeldOut } from './transcripts.ts';

export interface StatementFigures {
  truths: number;
  kept: number;
  lies: number;
  /** False statements that pass. */
  passed: number;
  /**
   * Missing quotations, true statements by the rule that dropped them, and kinds of false statements that
   * passed.
   */
  problems: string[];
}

/** @param file statements written freely, or in a model's place */
export function measureStatements(
  file: 'statements.txt' | 'model-statements.txt',
  heldOut: boolean,
): StatementFigures {
  const figures: StatementFigures = { truths: 0, kept: 0, lies: 0, passed: 0, problems: [] };
  let episode: AssistantEpisode | null = null;
  const data = readFileSync(join(import.meta.dirname, 'data', file), 'utf8');
  for (const line of data.split('\n')) {
    if (line.startsWith('## ')) {
      const name = line.slice(3);
      episode = isNameHeldOut(name) === heldOut ? episodeNamed(name) : null;
    }
    const fields = line.split(' | ');
    const [kind, text] = [fields[0], fields.at(-1)];
    if (episode === null || text === undefined || fields.length < 3) continue;
    const evidence =
      fields.length === 4
        ? namedEvidence(episode, fields[1] ?? '', fields[2] ?? '')
        : freeEvidence(episode, fields[1] ?? '');
    if (evidence === null) {
      figures.problems.push(`missing: ${line}`);
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

/** Finds quotations anywhere in an episode; null if one is missing. */
function freeEvidence({ lines }: AssistantEpisode, quotations: string): Evidence[] | null {
  const pointers = quotations.split(' && ');
  const evidence = pointers.flatMap((pointer) => evidenceOf(lines, pointer) ?? []);
  return evidence.length < pointers.length ? null : evidence;
}

/** Finds a quotation in the prompt's lines that a statement names; null if it is missing. */
function namedEvidence(
  episode: AssistantEpisode,
  numbers: string,
  pointer: string,
): Evidence[] | null {
  const ids = numbers.split(', ').map(Number);
  const entries = entriesOf(episode);
  const named = ids.toSorted((a, b) => a - b).map((id) => ({ text: entries[id]?.line ?? '' }));
  const found = evidenceOf(named, pointer);
  const evidence = found && evidenceFrom(episode, ids, found.quotation);
  return evidence && [evidence];
}

/** The words left out between the first and the last ones of a quotation. */
const LEFT_OUT = ' … ';

/** Finds a quotation and its lines by its first and last words; null if it isn't there. */
function evidenceOf(lines: { text: string }[], pointer: string): Evidence | null {
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
