/**
 * QMSum: meetings with their parts, queries about them, written answers, and the turns on which these are
 * based.
 */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { Passage } from '../../../worker/assistant/retrieval/passages.ts';
import type { Sentence } from '../../../worker/assistant/retrieval/sentences.ts';
import {
  buildIndex,
  type TranscriptIndex,
} from '../../../worker/assistant/retrieval/transcript-index.ts';
import { cleanSpeech, filesOf } from './corpora.ts';

interface Query {
  query: string;
  answer: string;
  /** Indices of the lines on which the answer is based; empty for queries about the whole. */
  gold: Set<number>;
}

/** What people call a part of a meeting. */
interface NamedPart {
  name: string;
  /** First line. */
  from: number;
  /** One past the last line. */
  to: number;
}

export interface Meeting {
  lines: TranscriptLine[];
  parts: NamedPart[];
  specific: Query[];
  general: Query[];
  domain: Domain;
  heldOut: boolean;
}

export type Domain = 'academic' | 'product' | 'committee';

interface Raw {
  topic_list?: { topic: string; relevant_text_span: string[][] }[];
  meeting_transcripts?: { speaker: string; content: string }[];
  specific_query_list?: { query: string; answer: string; relevant_text_span: string[][] }[];
  general_query_list?: { query: string; answer: string }[];
}

/**
 * Meetings of one series have the same subjects, so each series is either held out as a whole or not at all:
 * the academic groups Bed, Bro and Bdb, the product meetings of teams with an odd number, and the committees
 * on education.
 */
function placeOf(name: string): { domain: Domain; heldOut: boolean } {
  if (/^B/.test(name)) return { domain: 'academic', heldOut: /^(?:Bed|Bro|Bdb)/.test(name) };
  const [, team] = /^(?:ES|IS|TS)\d*(\d)[a-d]$/.exec(name) ?? [];
  if (team !== undefined) return { domain: 'product', heldOut: Number(team) % 2 === 1 };
  return { domain: 'committee', heldOut: name.startsWith('education') };
}

export function readMeetings(): Meeting[] {
  return filesOf('qa-qmsum', ['.json', '.jsonl']).flatMap((path): Meeting[] => {
    const raw = JSON.parse(readFileSync(path, 'utf8')) as Raw;
    if (raw.meeting_transcripts === undefined) return [];
    const lines: TranscriptLine[] = [];
    const lineOfTurn = new Map<number, number>();
    raw.meeting_transcripts.forEach(({ speaker, content }, turn) => {
      const text = cleanSpeech(content);
      if (text === '') return;
      lineOfTurn.set(turn, lines.length);
      lines.push({ start: null, end: null, speaker, text });
    });
    const specific = (raw.specific_query_list ?? []).map(
      ({ query, answer, relevant_text_span }) => {
        const gold = new Set<number>();
        for (const [from, to] of relevant_text_span) {
          for (let turn = Number(from); turn <= Number(to); turn++) {
            const line = lineOfTurn.get(turn);
            if (line !== undefined) gold.add(line);
          }
        }
        return { query, answer, gold };
      },
    );
    const general = (raw.general_query_list ?? []).map((query) => ({
      ...query,
      gold: new Set<number>(),
    }));
    const lineFrom = (turn: number) => {
      const next = raw.meeting_transcripts?.findIndex((_, at) => at >= turn && lineOfTurn.has(at));
      return lineOfTurn.get(next ?? -1) ?? lines.length;
    };
    const parts = (raw.topic_list ?? []).flatMap(({ topic: name, relevant_text_span }) => {
      const [span, ...others] = relevant_text_span;
      if (span === undefined || others.length > 0) return [];
      return [{ name, from: lineFrom(Number(span[0])), to: lineFrom(Number(span[1]) + 1) }];
    });
    return [{ lines, parts, specific, general, ...placeOf(basename(path).replace(/\..*$/, '')) }];
  });
}

const PASSAGE_WORDS = 200;

/** Passages of whole turns, up to 200 words; a longer turn is a passage of its own. */
export function turnPassages(lines: TranscriptLine[]): { from: number; to: number }[] {
  const passages: { from: number; to: number }[] = [];
  let from = 0;
  let words = 0;
  lines.forEach(({ text }, index) => {
    const more = text.split(' ').length;
    if (words > 0 && words + more > PASSAGE_WORDS) {
      passages.push({ from, to: index });
      from = index;
      words = 0;
    }
    words += more;
  });
  if (from < lines.length) passages.push({ from, to: lines.length });
  return passages;
}

/** An index over exactly these passages, so that both rankings choose from the same. */
export function indexOver(
  lines: TranscriptLine[],
  passages: { from: number; to: number }[],
): TranscriptIndex {
  return buildIndex(lines, (sentences) => asSentences(sentences, passages));
}

function asSentences(sentences: Sentence[], passages: { from: number; to: number }[]): Passage[] {
  let i = 0;
  return passages.map(({ to }, index) => {
    const from = i;
    while (i < sentences.length && (sentences[i]?.line ?? 0) < to) i++;
    return { index, from, to: i };
  });
}
