/**
 * Measures whether the answering passage ranks among the first for questions in other words than the
 * transcript's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEntries } from '../../../worker/assistant/model/choose-passages.ts';
import { withoutPauses } from '../../../worker/platform/pauses.ts';
import { ask, declines, placesFor, vectors } from './assistant-under-test.ts';
import { quotes, sentencesWith } from './marked-words.ts';
import { episodeNamed, isNameHeldOut } from './transcripts.ts';

interface Asked {
  name: string;
  question: string;
  /** The words of the transcript that answer it. */
  words: string;
}

export interface OtherWordsFigures {
  questions: number;
  first: number;
  firstThree: number;
  firstFive: number;
  /** The answer quotes the sentence, or the one before or after it. */
  quoted: number;
  /** Its first quotation does. */
  quotedFirst: number;
  /** The answer says that it found none. */
  declined: number;
  /** The excerpts that a model is sent contain the sentence. */
  sent: number;
  missing: string[];
}

export function questionsIn(file: string): Asked[] {
  const asked: Asked[] = [];
  let name = '';
  for (const line of readFileSync(join(import.meta.dirname, 'data', file), 'utf8').split('\n')) {
    if (line.startsWith('## ')) name = line.slice(3);
    const [question, words] = line.split(' | ');
    if (question !== undefined && words !== undefined) asked.push({ name, question, words });
  }
  return asked;
}

export async function measureOtherWords(heldOut: boolean): Promise<OtherWordsFigures> {
  const figures = {
    questions: 0,
    first: 0,
    firstThree: 0,
    firstFive: 0,
    quoted: 0,
    quotedFirst: 0,
    declined: 0,
    sent: 0,
  };
  const missing: string[] = [];
  const asked = questionsIn('other-words.txt').filter(
    ({ name }) => isNameHeldOut(name) === heldOut,
  );
  for (const name of new Set(asked.map((one) => one.name))) {
    const episode = episodeNamed(name);
    if (episode === null) continue;
    for (const { question, words } of asked.filter((one) => one.name === name)) {
      const gold = sentencesWith(episode, words);
      if (gold === null) {
        missing.push(`${name}: ${words}`);
        continue;
      }
      const places = await placesFor(episode, question);
      const rank = places.findIndex(({ from, to }) =>
        gold.some((index) => from <= index && index < to),
      );
      figures.questions++;
      if (rank === 0) figures.first++;
      if (rank >= 0 && rank < 3) figures.firstThree++;
      if (rank >= 0 && rank < 5) figures.firstFive++;
      const answer = await ask(episode, question);
      if (declines(answer)) figures.declined++;
      const sent = withoutPauses(chooseEntries(episode, question, [], vectors));
      if (sent.some(({ from, to }) => gold.some((index) => from <= index && index < to)))
        figures.sent++;
      const quoted = quotes(answer, episode, gold);
      if (quoted.any) figures.quoted++;
      if (quoted.first) figures.quotedFirst++;
    }
  }
  const percent = (count: number) => (100 * count) / Math.max(1, figures.questions);
  return {
    questions: figures.questions,
    first: percent(figures.first),
    firstThree: percent(figures.firstThree),
    firstFive: percent(figures.firstFive),
    quoted: percent(figures.quoted),
    quotedFirst: percent(figures.quotedFirst),
    declined: percent(figures.declined),
    sent: percent(figures.sent),
    missing,
  };
}
