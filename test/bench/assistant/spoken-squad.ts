/** Spoken-SQuAD: questions over articles that were read aloud and recognised, with its errors. */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { answerQuestion } from '../../../worker/assistant/embedded/answer.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { wordsOf } from '../../../worker/assistant/retrieval/words.ts';
import { filesOf } from './corpora.ts';

interface Raw {
  data?: {
    paragraphs: { context: string; qas: { question: string; answers: { text: string }[] }[] }[];
  }[];
}

export interface SpokenFigures {
  name: string;
  questions: number;
  contains: number;
}

/** Each article is one transcript, so that the passage has to be found as well. */
export function measureSpokenSquad(): SpokenFigures[] {
  return filesOf('qa-spoken-squad', ['.json']).flatMap((path) => {
    const { data } = JSON.parse(readFileSync(path, 'utf8')) as Raw;
    if (data === undefined) return [];
    let questions = 0;
    let contains = 0;
    for (const { paragraphs } of data) {
      const lines = paragraphs.map(({ context }) => ({
        start: null,
        end: null,
        speaker: null,
        text: context,
      }));
      const index = indexOf(lines);
      for (const { question, answers } of paragraphs.flatMap(({ qas }) => qas)) {
        questions++;
        const answer = plain(answerQuestion(index, question, []));
        if (answers.some(({ text }) => answer.includes(plain(text)))) contains++;
      }
    }
    return [
      { name: basename(path), questions, contains: (100 * contains) / Math.max(1, questions) },
    ];
  });
}

function plain(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
