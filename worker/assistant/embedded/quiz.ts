/**
 * Writes quizzes. Each question has one option that was said and three that were not, or not in this
 * place; none of them stands out to somebody who hasn't heard the episode.
 */
import { type Alikable, restOnSame, sayDifferentThings } from '../alike-questions.ts';
import { AssistantError } from '../assistant.ts';
import type { Statement } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { type Candidate, candidatesIn, keyOf, RANKS, type Topic } from './quiz-questions.ts';
import { seededChance } from './seeded-random.ts';
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
  for (let draw = 0; draw < DRAWS; draw++) {
    const made = drawn(episodes, count, `${seed}/${draw}`, avoid);
    if (made.length >= count) return made.slice(0, count);
  }
  throw new AssistantError('empty', 'These episodes are too short for a quiz.');
}

/** Of short material, chance decides whether there are enough questions. */
const DRAWS = 8;

function drawn(episodes: Known[], count: number, seed: string, avoid: Alikable[]): MadeQuestion[] {
  const made = questionsOn(episodes, count, seed, avoid);
  const all = made.length < count && avoid.length > 0 ? questionsOn(episodes, count, seed, []) : [];
  const quoted = new Set(made.map(({ explanation }) => explanation.evidence[0]?.quotation));
  return [
    ...made,
    ...all.filter(({ explanation }) => !quoted.has(explanation.evidence[0]?.quotation)),
  ];
}

/** As many as possible, up to `count`; the better kinds of question, of any episode, come first. */
function questionsOn(
  episodes: Known[],
  count: number,
  seed: string,
  avoid: Alikable[],
): MadeQuestion[] {
  const chance = seededChance(`${seed}/${episodes.map(({ episode }) => episode.id).join('/')}`);
  const candidates = chance.shuffle(episodes).map((known) => candidatesIn(known, chance));
  const made: MadeQuestion[] = [];
  const asked: Candidate[] = [];
  const topicsAsked = new Set<string>();
  const shown = new Set<Sentence>();
  const keyIn = ({ episode }: Known, topic: Topic) => `${episode.id} ${keyOf(topic)}`;
  const ask = (candidate: Candidate, isShort: boolean) => {
    const { known, sentence, topics } = candidate;
    if (!isShort && shown.has(sentence)) return;
    if (asked.some((other) => areNear(candidate, other, isShort ? 0 : 1))) return;
    const topic = topics.find((one) => isShort || !topicsAsked.has(keyIn(known, one)));
    const written = topic && candidate.write(topic, isShort ? NONE : shown, isShort);
    if (!written || !sayDifferentThings(written.texts)) return;
    const options = chance.shuffle(written.texts);
    const where = episodes.length > 1 ? `In “${known.episode.title}”: ` : '';
    const question: MadeQuestion = {
      question: where + (where ? written.question.replace(/^W/, 'w') : written.question),
      options,
      correctAnswerIndex: options.indexOf(written.texts[0] ?? ''),
      explanation: statementOf([sentence]),
      episodeId: known.episode.id,
    };
    // Where sentences are alike, questions are.
    if (wasAsked(question, isShort ? avoid : [...avoid, ...made.map(asAsked)])) return;
    topicsAsked.add(keyIn(known, topic));
    for (const one of [sentence, ...written.sentences]) shown.add(one);
    asked.push(candidate);
    made.push(question);
  };
  // A sentence or topic is only shown again, or asked about beside another, if there is nothing else.
  for (const isShort of [false, true]) {
    for (const rank of RANKS) {
      const queues = candidates.map((all) => all.filter((one) => one.rank === rank));
      while (made.length < count) {
        const countOf = ([next]: Candidate[]) =>
          asked.filter((one) => one.known === next?.known).length;
        const [queue] = queues
          .filter(({ length }) => length > 0)
          .sort((a, b) => countOf(a) - countOf(b));
        const next = queue?.shift();
        if (next === undefined) break;
        ask(next, isShort);
      }
    }
  }
  return made;
}

const NONE: ReadonlySet<Sentence> = new Set();

const asAsked = ({ question, explanation }: MadeQuestion): Alikable => ({
  question,
  explanation: explanation.evidence[0]?.quotation ?? '',
});

function wasAsked(made: MadeQuestion, asked: Alikable[]): boolean {
  return asked.some(
    (other) => other.question === made.question || restOnSame(asAsked(made), other),
  );
}

/** Whether two questions are about sentences at most `distance` apart. */
function areNear(one: Candidate, other: Candidate, distance: number): boolean {
  if (one.known !== other.known) return false;
  return Math.abs(one.sentence.index - other.sentence.index) <= distance;
}
