/**
 * Writes quizzes. Each question has one option that was said and three that were not, or not in this
 * place; none of them stands out to somebody who hasn't heard the episode.
 */
import { type Alikable, restOnSame, sayDifferentThings } from '../alike-questions.ts';
import { AssistantError } from '../assistant.ts';
import type { Statement } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { topicStems } from '../retrieval/words.ts';
import { type Candidate, candidatesIn, RANKS } from './quiz-questions.ts';
import { type Chance, seededChance } from './seeded-random.ts';
import { statementOf } from './statements.ts';
import type { Known } from './what-matters.ts';

export interface MadeQuestion {
  question: string;
  options: string[];
  correctAnswerIndex: number;
  explanation: Statement;
  episodeId: string;
}

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
  const made = questionsOn(episodes, count, seed, avoid);
  const all = made.length < count && avoid.length > 0 ? questionsOn(episodes, count, seed, []) : [];
  const quoted = new Set(made.map(({ explanation }) => explanation.evidence[0]?.quotation));
  const more = all.filter(({ explanation }) => !quoted.has(explanation.evidence[0]?.quotation));
  if (made.length + more.length < count) {
    throw new AssistantError('empty', 'These episodes are too short for a quiz.');
  }
  return [...made, ...more].slice(0, count);
}

const asAsked = ({ question, explanation }: MadeQuestion): Alikable => ({
  question,
  explanation: explanation.evidence[0]?.quotation ?? '',
});

function wasAsked(made: MadeQuestion, asked: Alikable[]): boolean {
  return asked.some(
    (other) => other.question === made.question || restOnSame(asAsked(made), other),
  );
}

const NONE: ReadonlySet<Sentence> = new Set();

/** As many as possible, up to `count`; the better kinds of question, of any episode, come first. */
function questionsOn(
  episodes: Known[],
  count: number,
  seed: string,
  avoid: Alikable[],
): MadeQuestion[] {
  const chance = seededChance(`${seed}/${episodes.map(({ episode }) => episode.id).join('/')}`);
  const candidates = chance
    .shuffle(episodes)
    .map((known) => balanced(candidatesIn(known, chance), chance));
  const made: MadeQuestion[] = [];
  const asked: Candidate[] = [];
  const topicsAsked = new Set<string>();
  const shownBefore = new Set<Sentence>();
  // A sentence or topic is only shown again, or asked about beside another, if there is nothing else.
  const passes = [shownBefore, NONE].flatMap((shown) => RANKS.map((rank) => ({ rank, shown })));
  for (const { rank, shown } of passes) {
    const sources = candidates.map((all) => all.filter((one) => one.rank === rank));
    const isShort = shown === NONE;
    const isTooNear = (one: Candidate) =>
      asked.some((other) => areNear(one, other, isShort ? 0 : 1));
    for (let idle = 0; made.length < count && idle < sources.length; ) {
      const source = sources[(made.length + idle) % sources.length] ?? [];
      const next = source.findIndex((one) => !shown.has(one.sentence) && !isTooNear(one));
      const [candidate] = next < 0 ? [] : source.splice(0, next + 1).slice(-1);
      if (candidate === undefined) {
        idle++;
        continue;
      }
      const keyOf = (topic: string) =>
        `${candidate.known.episode.id} ${topicStems(topic).join(' ')}`;
      const topic = candidate.topics.find((one) => isShort || !topicsAsked.has(keyOf(one)));
      const written = topic === undefined ? null : candidate.write(topic, shown);
      if (topic === undefined || written === null || !sayDifferentThings(written.texts)) continue;
      const options = chance.shuffle(written.texts);
      const where = sources.length > 1 ? `In “${candidate.known.episode.title}”: ` : '';
      const question: MadeQuestion = {
        question: where + (where ? written.question.replace(/^W/, 'w') : written.question),
        options,
        correctAnswerIndex: options.indexOf(written.texts[0] ?? ''),
        explanation: statementOf([candidate.sentence]),
        episodeId: candidate.known.episode.id,
      };
      // Where sentences are alike, questions are.
      if (wasAsked(question, isShort ? avoid : [...avoid, ...made.map(asAsked)])) continue;
      topicsAsked.add(keyOf(topic));
      for (const sentence of [candidate.sentence, ...written.sentences]) shownBefore.add(sentence);
      asked.push(candidate);
      made.push(question);
      idle = 0;
    }
  }
  return made;
}

/** Whether two questions are about sentences at most `distance` apart. */
function areNear(one: Candidate, other: Candidate, distance: number): boolean {
  if (one.known !== other.known) return false;
  return Math.abs(one.sentence.index - other.sentence.index) <= distance;
}

/**
 * Puts questions about negations last, alternating between negated and plain originals, so that
 * negation is no clue.
 */
function balanced(candidates: Candidate[], chance: Chance): Candidate[] {
  const negated = candidates.filter((one) => one.isNegated === true);
  const affirmed = candidates.filter((one) => one.isNegated === false);
  const [first, second] = chance.next() < 0.5 ? [negated, affirmed] : [affirmed, negated];
  const inTurn = first.flatMap((one, index) => (second[index] ? [one, second[index]] : []));
  return [...candidates.filter((one) => one.isNegated === null), ...inTurn];
}
