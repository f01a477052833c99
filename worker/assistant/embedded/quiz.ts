/**
 * Writes quizzes. A question gives the beginning of a sentence and offers four ways to go on. One was said; the
 * others are how other sentences go on, or altered. None stands out to somebody who hasn't heard the episode.
 */
import { type Alikable, restOnSame, sayDifferentThings } from '../alike-questions.ts';
import { AssistantError } from '../assistant.ts';
import type { Statement } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { type Candidate, candidatesIn, type Options, RANKS } from './quiz-questions.ts';
import { seededChance } from './seeded-random.ts';
import { statementOf } from './statements.ts';
import type { Known } from './what-matters.ts';
import type { Wanted } from './wrong-options.ts';

export interface MadeQuestion {
  question: string;
  options: string[];
  correctAnswerIndex: number;
  explanation: Statement;
  episodeId: string;
}

/** If there are too few questions, sentences are shown twice, and at last recent questions come again. */
const STAGES = [
  { ranks: ['clear', 'unclear'], isShort: false, mayRepeat: false },
  { ranks: RANKS, isShort: false, mayRepeat: false },
  { ranks: RANKS, isShort: true, mayRepeat: false },
  { ranks: RANKS, isShort: true, mayRepeat: true },
] as const;
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
      const [longer, better] = [Math.floor(chance.next() * 4), Math.floor(chance.next() * 4)];
      const next = nextQuestion(candidates, asked, { longer, better } as Wanted, stage, avoid);
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

type Asked = Candidate & Options;

/** Returns the best question that isn't asked yet, of an episode about which the fewest are. */
function nextQuestion(
  candidates: Candidate[][],
  asked: Asked[],
  wanted: Wanted,
  { ranks, isShort, mayRepeat }: Stage,
  avoid: Alikable[],
): Asked | undefined {
  const countOf = ([one]: Candidate[]) => asked.filter(({ known }) => known === one?.known).length;
  const fewestFirst = candidates.toSorted((a, b) => countOf(a) - countOf(b));
  const shown = asked.flatMap(({ sentence, sentences }) => [sentence, ...sentences]);
  const taken: ReadonlySet<Sentence> = new Set(isShort ? [] : shown);
  for (const rank of ranks) {
    for (const candidate of fewestFirst.flat()) {
      if (candidate.rank !== rank || taken.has(candidate.sentence)) continue;
      if (asked.some((other) => areAlike(candidate, other, isShort))) continue;
      const options = candidate.choose(wanted, taken, isShort);
      if (options === null || !sayDifferentThings(options.texts)) continue;
      const isRecent = avoid.some((other) => restOnSame(asAlikable(candidate), other));
      if (mayRepeat || !isRecent) return { ...candidate, ...options };
    }
  }
  return undefined;
}

/** Whether two questions are about the same, or about neighbouring sentences. */
function areAlike(one: Candidate, other: Candidate, isShort: boolean): boolean {
  if (one.known !== other.known) return false;
  const distance = Math.abs(one.sentence.index - other.sentence.index);
  if (isShort) return distance === 0;
  return (
    distance <= 1 || one.topic === other.topic || restOnSame(asAlikable(one), asAlikable(other))
  );
}

const asAlikable = ({ question, sentence }: Candidate): Alikable => ({
  question,
  explanation: sentence.text,
});
