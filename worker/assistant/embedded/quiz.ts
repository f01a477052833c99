/** Writes quizzes. No option stands out to somebody who hasn't heard the episode. */

import { seededChance } from '../../platform/seeded-random.ts';
import { type Alikable, bareText, restOnSame } from '../alike-questions.ts';
import { AssistantError } from '../assistant.ts';
import type { Statement } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { countWords } from '../retrieval/words.ts';
import type { Known } from './known.ts';
import {
  areAsLong,
  type Candidate,
  candidatesIn,
  firstWord,
  type Option,
} from './quiz-questions.ts';
import { statementOf } from './statements.ts';

export interface MadeQuestion {
  question: string;
  options: string[];
  correctAnswerIndex: number;
  explanation: Statement;
  episodeId: string;
}

/** If there are too few questions, ends may differ, then sentences are shown twice, and at last recent ones come again. */
const STAGES = [
  { isLoose: false, isShort: false, mayRepeat: false },
  { isLoose: true, isShort: false, mayRepeat: false },
  { isLoose: true, isShort: true, mayRepeat: false },
  { isLoose: true, isShort: true, mayRepeat: true },
];
type Stage = (typeof STAGES)[number];

/**
 * Returns `count` questions, the same for the same seed.
 *
 * @param avoid recent questions, only repeated if there is nothing else
 * @throws AssistantError 'empty' if the episodes are too short
 */
export function makeQuiz(
  episodes: Known[],
  count: number,
  seed: string,
  avoid: Alikable[] = [],
): MadeQuestion[] {
  const chance = seededChance(`${seed}/${episodes.map(({ episode }) => episode.id).join('/')}`);
  const candidates = chance.shuffle(episodes).flatMap((known) => candidatesIn(known, chance));
  const asked: Asked[] = [];
  for (const stage of STAGES) {
    while (asked.length < count) {
      const next = nextQuestion(candidates, asked, stage, avoid);
      if (next === null) break;
      asked.push(next);
    }
  }
  if (asked.length < count) {
    throw new AssistantError('empty', 'These episodes are too short for a quiz.');
  }
  return asked.map(({ known, sentence, question, text, options }) => {
    const texts = chance.shuffle(options.map((option) => option.text));
    return {
      question: episodes.length > 1 ? `In “${known.episode.title}”: ${question}` : question,
      options: texts,
      correctAnswerIndex: texts.indexOf(text),
      explanation: statementOf([sentence]),
      episodeId: known.episode.id,
    };
  });
}

interface Asked extends Candidate {
  options: Option[];
}

/** Returns the best question that isn't asked yet, of an episode and a kind of which the fewest are. */
function nextQuestion(
  candidates: Candidate[],
  asked: Asked[],
  stage: Stage,
  avoid: Alikable[],
): Asked | null {
  const { isShort, mayRepeat } = stage;
  const shown = new Set(asked.flatMap(({ options }) => options.map(({ sentence }) => sentence)));
  const count = (is: (one: Asked) => boolean) => asked.filter(is).length;
  const orderOf = ({ kind, isClear, known, worth }: Candidate) => [
    kind === 'end' ? 2 : isClear ? 0 : 1,
    count((one) => one.known === known),
    count((one) => one.kind === kind),
    -worth,
  ];
  const ranked = candidates
    .map((candidate) => ({ candidate, order: orderOf(candidate) }))
    .sort((a, b) => a.order.map((value, at) => value - (b.order[at] ?? 0)).find(Boolean) ?? 0);
  for (const { candidate } of ranked) {
    if (!isShort && shown.has(candidate.sentence)) continue;
    if (asked.some((other) => areAlike(candidate, other, isShort))) continue;
    if (!mayRepeat && avoid.some((other) => asksSame(candidate, other))) continue;
    const options = optionsOf(candidate, shown, stage);
    if (options !== null) return { ...candidate, options };
  }
  return null;
}

/** Whether two questions are about the same, or about neighbouring sentences. */
function areAlike(one: Candidate, other: Candidate, isShort: boolean): boolean {
  if (one.known !== other.known) return false;
  const distance = Math.abs(one.sentence.index - other.sentence.index);
  if (distance === 0 || one.question === other.question) return true;
  if (isShort) return false;
  const { question, sentence } = other;
  const isAsked = asksSame(one, { question, explanation: sentence.text });
  return distance === 1 || one.topic === other.topic || isAsked;
}

/** Whether a question, which may name its episode, was asked before, in these words or about such a sentence. */
function asksSame({ question, sentence }: Candidate, other: Alikable): boolean {
  const isSame = other.question.endsWith(question);
  return isSame || restOnSame({ question, explanation: sentence.text }, other);
}

/** What is said so near a sentence may be right as well. */
const APART = 12;

/** Returns the right option and three wrong ones; null if there are too few. */
function optionsOf(
  candidate: Candidate,
  shown: ReadonlySet<Sentence>,
  { isLoose, isShort }: Stage,
): Option[] | null {
  const { known, sentence, text, kind, more } = candidate;
  const near = bareText(
    known.index.sentences
      .slice(Math.max(0, sentence.index - APART), sentence.index + APART)
      .map((one) => one.text)
      .join(' '),
  );
  const isCopy = kind === 'copy';
  const words = countWords(text);
  const seen = new Set(isShort ? [sentence] : shown);
  const texts = new Set([bareText(text)]);
  const free = candidate.others().filter((other) => {
    const bare = bareText(other.text);
    if ((isCopy || !isShort) && near.includes(bare)) return false;
    if (!isShort && !areAsLong(countWords(other.text), words)) return false;
    if (kind === 'end' && !isLoose && firstWord(other.text) !== firstWord(text)) return false;
    // Each sentence once, and each text.
    if (texts.has(bare) || (!isCopy && seen.has(other.sentence))) return false;
    texts.add(bare);
    seen.add(other.sentence);
    return true;
  });
  const balanced = [
    ...free.filter(({ isMore }) => isMore).slice(0, more),
    ...free.filter(({ isMore }) => !isMore).slice(0, 3 - more),
  ];
  const isUneven = isCopy || (isShort && balanced.length < 3);
  const options = [candidate, ...(isUneven ? free.slice(0, 3) : balanced)];
  return options.length === 4 ? options : null;
}
