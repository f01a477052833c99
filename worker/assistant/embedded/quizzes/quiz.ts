/**
 * Writes quizzes. A question gives the beginning of a sentence and offers four ways to go on. One was said; the
 * others are how other sentences go on, or altered. None stands out to somebody who hasn't heard the episode.
 */
import { type Alikable, restOnSame, sayDifferentThings } from '../../alike-questions.ts';
import { AssistantError } from '../../assistant.ts';
import type { Statement } from '../../evidence.ts';
import type { Sentence } from '../../retrieval/sentences.ts';
import type { Known } from '../known.ts';
import { type Chance, seededChance } from '../seeded-random.ts';
import { statementOf } from '../statements.ts';
import { type Candidate, candidatesIn, type Rank } from './questions.ts';
import type { Options, Wanted } from './wrong-options.ts';

export interface MadeQuestion {
  question: string;
  options: string[];
  correctAnswerIndex: number;
  explanation: Statement;
  episodeId: string;
}

/** If there are too few questions, sentences are cut anywhere, then shown twice, and at last recent ones come again. */
const STAGES = [
  { isAnywhere: false, isShort: false, mayRepeat: false },
  { isAnywhere: true, isShort: false, mayRepeat: false },
  { isAnywhere: true, isShort: true, mayRepeat: false },
  { isAnywhere: true, isShort: true, mayRepeat: true },
];
type Stage = (typeof STAGES)[number];
/** So often may nothing be found that has what is wanted, before the next stage. */
const DRAWS = 8;

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
  const candidates = chance.shuffle(episodes).map((known) => candidatesIn(known, chance));
  const asked: Asked[] = [];
  for (const stage of STAGES) {
    for (let failed = 0; asked.length < count && failed < DRAWS; ) {
      const wanted = { longer: ofThree(chance), better: ofThree(chance) };
      const next = nextQuestion(candidates, asked, wanted, stage, avoid);
      if (next) asked.push(next);
      else failed++;
    }
  }
  if (asked.length < count) {
    throw new AssistantError('empty', 'These episodes are too short for a quiz.');
  }
  return asked.map(({ known, sentence, question, texts }) => {
    const options = chance.shuffle(texts);
    return {
      question: episodes.length > 1 ? `In “${known.episode.title}”: ${question}` : question,
      options,
      correctAnswerIndex: options.indexOf(texts[0] ?? ''),
      explanation: statementOf([sentence]),
      episodeId: known.episode.id,
    };
  });
}

const ofThree = (chance: Chance) => Math.floor(chance.next() * 4);

type Asked = Candidate & Options;

/** Returns the best question that isn't asked yet, of an episode about which the fewest are. */
function nextQuestion(
  candidates: Candidate[][],
  asked: Asked[],
  wanted: Wanted,
  { isAnywhere, isShort, mayRepeat }: Stage,
  avoid: Alikable[],
): Asked | undefined {
  const countOf = ([one]: Candidate[]) => asked.filter(({ known }) => known === one?.known).length;
  const fewestFirst = candidates.toSorted((a, b) => countOf(a) - countOf(b));
  const shown = asked.flatMap(({ sentence, sentences }) => [sentence, ...sentences]);
  const taken: ReadonlySet<Sentence> = new Set(isShort ? [] : shown);
  // The two good kinds take turns.
  const good: Rank[] = asked.length % 2 === 0 ? ['copies', 'rests'] : ['rests', 'copies'];
  const ranks: Rank[] = [...good, 'unclear', ...(isAnywhere ? (['anywhere'] as const) : [])];
  for (const rank of ranks) {
    for (const candidate of fewestFirst.flat()) {
      if (candidate.rank !== rank || taken.has(candidate.sentence)) continue;
      if (asked.some((other) => areAlike(candidate, other, isShort))) continue;
      const options = candidate.choose(wanted, taken, isShort);
      if (options === null || !sayDifferentThings(options.texts)) continue;
      const isRecent = avoid.some((other) => asksSame(candidate, other));
      if (mayRepeat || !isRecent) return { ...candidate, ...options };
    }
  }
  return undefined;
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
