/**
 * Spoken-SQuAD: questions about articles that were read aloud and recognised, with recognition errors.
 */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { wordsOf } from '../../../worker/assistant/language/words.ts';
import { ask, episodeOf } from './assistant-under-test.ts';
import { filesOf } from './corpora.ts';

interface Raw {
  data?: {
    paragraphs: { context: string; qas: { question: string; answers: { text: string }[] }[] }[];
  }[];
}

/** An article as one transcript with a line per paragraph, and all questions about it. */
export interface SpokenArticle {
  lines: TranscriptLine[];
  questions: string[];
}

/** Each article once, because the files contain some several times, with different noise. */
export function readSpokenArticles(): SpokenArticle[] {
  const [path = ''] = filesOf('qa-spoken-squad', ['.json']);
  const { data = [] } = JSON.parse(readFileSync(path, 'utf8')) as Raw;
  return data.map(({ paragraphs }) => ({
    lines: paragraphs.map(({ context }) => ({
      start: null,
      end: null,
      speaker: null,
      text: context,
    })),
    questions: paragraphs.flatMap(({ qas }) => qas.map(({ question }) => question)),
  }));
}

export interface SpokenFigures {
  name: string;
  questions: number;
  contains: number;
}

/** Each article is one transcript, so that the passage has to be found, too. */
export async function measureSpokenSquad(): Promise<SpokenFigures[]> {
  const figures: SpokenFigures[] = [];
  for (const path of filesOf('qa-spoken-squad', ['.json'])) {
    const { data } = JSON.parse(readFileSync(path, 'utf8')) as Raw;
    if (data === undefined) continue;
    let questions = 0;
    let contains = 0;
    for (const { paragraphs } of data) {
      const lines = paragraphs.map(({ context }) => ({
        start: null,
        end: null,
        speaker: null,
        text: context,
      }));
      const episode = episodeOf(lines);
      for (const { question, answers } of paragraphs.flatMap(({ qas }) => qas)) {
        questions++;
        const answer = plain(await ask(episode, question));
        if (answers.some(({ text }) => answer.includes(plain(text)))) contains++;
      }
    }
    const share = (100 * contains) / Math.max(1, questions);
    figures.push({ name: basename(path), questions, contains: share });
  }
  return figures;
}

function plain(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
