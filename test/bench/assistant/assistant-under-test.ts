/** The assistant as the suites use it: only this file knows how to call it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantEpisode, Exchange, Reader } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { NOTHING_FOUND } from '../../../worker/assistant/embedded/nothing-found.ts';
import { answerWriter, insightMarkdown } from '../../../worker/assistant/markdown.ts';
import { parseQuestion } from '../../../worker/assistant/retrieval/question.ts';
import { scorePassages } from '../../../worker/assistant/retrieval/rank-passages.ts';
import {
  indexOf,
  type TranscriptIndex,
} from '../../../worker/assistant/retrieval/transcript-index.ts';
import { readWordVectors } from '../../../worker/assistant/retrieval/word-vectors.ts';

const VECTORS = join(import.meta.dirname, '../../../worker/assistant/word-vectors.bin');
export const vectors = readWordVectors(new Uint8Array(readFileSync(VECTORS)).buffer);

export const assistant = createEmbeddedAssistant(async () => vectors);

export const NOBODY: Reader = { industry: null, role: null, goals: null };

export function episodeOf(
  lines: TranscriptLine[],
  about: Partial<AssistantEpisode> = {},
): AssistantEpisode {
  return {
    id: 'bench',
    title: 'An episode',
    podcastTitle: 'A show',
    description: '',
    publishedAt: null,
    ...about,
    lines,
  };
}

export async function ask(
  episode: AssistantEpisode,
  question: string,
  earlier: Exchange[] = [],
  reader = NOBODY,
): Promise<string> {
  let text = '';
  const write = answerWriter(episode.lines);
  for await (const part of assistant.answer(episode, question, earlier, reader, {})) {
    text += write(part);
  }
  return text;
}

/** Returns the lines of each quotation of an answer, in the order in which it shows them. */
export async function quotedLines(
  episode: AssistantEpisode,
  question: string,
): Promise<number[][]> {
  const quoted: number[][] = [];
  for await (const part of assistant.answer(episode, question, [], NOBODY, {})) {
    const [evidence] = part.type === 'statement' ? part.statement.evidence : [];
    if (evidence) quoted.push(evidence.lineIds);
  }
  return quoted;
}

export async function insightOf(episode: AssistantEpisode, reader = NOBODY): Promise<string> {
  const { result } = await assistant.writeInsight(episode, reader, {});
  return insightMarkdown(result, episode.lines);
}

/** Whether an answer says that it found none. */
export function declines(answer: string): boolean {
  return answer.startsWith(NOTHING_FOUND);
}

/** A score for each passage of an index. */
export async function scoresOf(index: TranscriptIndex, question: string): Promise<number[]> {
  return scorePassages(index, parseQuestion(question, index), vectors);
}

/** Returns runs of sentences, the most likely answer first. */
export async function placesFor(
  episode: AssistantEpisode,
  question: string,
): Promise<{ from: number; to: number }[]> {
  const index = indexOf(episode.lines);
  const scores = await scoresOf(index, question);
  return index.passages.toSorted(
    (a, b) => (scores[b.index] ?? 0) - (scores[a.index] ?? 0) || a.index - b.index,
  );
}

/** Returns the quotations in an answer or insight. */
export function quotationsIn(markdown: string): string[] {
  // 'Nobody says “…”' quotes the question.
  return [...markdown.matchAll(/(?<!Nobody says )“([^”]+)”/g)].map(([, said = '']) =>
    said.replace(/\\(.)/g, '$1'),
  );
}
