/**
 * Finds the sentences that answer a question: those that say most of it, with their neighbours and the question that
 * they reply to, in a passage that says much of it.
 */
import {
  ANSWER_PATTERNS,
  type AnswerType,
  ASKS_CONDITION,
  ASKS_COUNT,
  ASKS_WHO_SAYS,
  CONDITION,
  COUNT,
} from '../language/answer-types.ts';
import { GIVES_REASON } from '../language/speech-cues.ts';
import { stemOf, topicStems, wordsOf } from '../language/words.ts';
import { type Question, topicTerms } from './question.ts';
import { scorePassages, stemMatches } from './rank-passages.ts';
import { type AskedTurn, askedTurnsIn, questionsIn } from './replies.ts';
import { isBrokenOff, type Sentence } from './sentences.ts';
import { sentenceRarity, type TranscriptIndex } from './transcript-index.ts';
import type { WordVectors } from './word-vectors.ts';

export interface FoundSentence {
  sentence: number;
  score: number;
  /** The share of the question's topic that the sentence itself says, 0 to 1. */
  coverage: number;
  /** The index of its passage. */
  passage: number;
  /** The passage's score relative to the best, at most 1. */
  passageScore: number;
}

/** The weights of the sentences before, which a sentence refers or replies to, and of those after it. */
const NEIGHBOUR_WEIGHTS = [
  [-1, 0.75],
  [-2, 0.55],
  [-3, 0.4],
  [1, 0.5],
  [2, 0.3],
] as const;
/** The weights of the question, for the first sentences of the reply. */
const REPLY_WEIGHTS = [0.9, 0.77, 0.65];
/**
 * The factor for a number right before what is counted. Without it, 238 instead of 248 of 519 answers to 'how many'
 * begin with the right one (Spoken-SQuAD).
 */
const COUNT_FACTOR = 1.6;
/** How many words after a number the counted noun may stand. */
const COUNT_WINDOW = 3;
/** An adjective may come before the noun: 'how many different languages'. */
const MAX_COUNTED = 2;
/** The factor for 'X is …' if the question is what X is, and for 'X lets …' if it is what X does. */
const DEFINITION_FACTOR = 1.6;
/** The factor for 'because' and the like if the question is why. Without it, 53.3 instead of 53.8 % of QMSum's answers begin with the right turns. */
const REASON_FACTOR = 1.3;
/** The factor for a question. */
const QUESTION_FACTOR = 0.35;
/**
 * The factor for people other than the one asked about; with 0.15, answers share less with the references.
 */
const OTHER_SPEAKER_FACTOR = 0.3;

/**
 * Returns all sentences near something relevant, best first. The score of the passage counts too, because in a poor one
 * sentences share words with the question by chance.
 */
export function findSentences(
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null = null,
  passageScores: number[] = scorePassages(index, question, vectors),
): FoundSentence[] {
  const bestPassage = passageScores.reduce((most, value) => Math.max(most, value), 1e-9);
  const score = new Float64Array(index.sentences.length);
  const ownScore = new Float64Array(index.sentences.length);
  let total = 1e-9;
  const askedTurns = askedTurnsIn(index);
  for (const [stem, weight] of question.terms) {
    const termWeight = weight * sentenceRarity(index, stem);
    total += termWeight;
    const said = stemMatches(index, stem, vectors);
    const most = spreadToNeighbours(said);
    for (const [i, share] of matchesInReplies(askedTurns, said))
      most[i] = Math.max(most[i] ?? 0, share);
    for (let i = 0; i < score.length; i++) {
      ownScore[i] = (ownScore[i] ?? 0) + termWeight * (said[i] ?? 0);
      score[i] = (score[i] ?? 0) + termWeight * (most[i] ?? 0);
    }
  }
  const fit = fitFor(question, questionsIn(index));
  const found: FoundSentence[] = [];
  for (const passage of index.passages) {
    const passageScore = (passageScores[passage.index] ?? 0) / bestPassage;
    for (const sentence of index.sentences.slice(passage.from, passage.to)) {
      const own = score[sentence.index] ?? 0;
      if ((own === 0 && passageScore < 1) || isBrokenOff(sentence)) continue;
      found.push({
        sentence: sentence.index,
        score: own * passageScore * fit(sentence),
        coverage: (ownScore[sentence.index] ?? 0) / total,
        passage: passage.index,
        passageScore,
      });
    }
  }
  return found.sort((a, b) => b.score - a.score || a.sentence - b.sentence);
}

/** How well a stem is said in each sentence or near it. Few sentences say it, so it spreads from these. */
function spreadToNeighbours(said: Float32Array): Float32Array {
  const most = Float32Array.from(said);
  for (let i = 0; i < said.length; i++) {
    const value = said[i] ?? 0;
    if (value === 0) continue;
    for (const [by, share] of NEIGHBOUR_WEIGHTS)
      most[i - by] = Math.max(most[i - by] ?? 0, share * value);
  }
  return most;
}

/** How well what a reply was asked says a stem, for its first sentences. */
function matchesInReplies(askedTurns: AskedTurn[], said: Float32Array): Map<number, number> {
  const replied = new Map<number, number>();
  for (const { from, to, reply } of askedTurns) {
    const asked = said.subarray(from, to).reduce((most, value) => Math.max(most, value), 0);
    if (asked === 0) continue;
    for (const [place, i] of reply.entries()) replied.set(i, (REPLY_WEIGHTS[place] ?? 0) * asked);
  }
  return replied;
}

/** Questions for one of these need an answer that contains it. */
export const FACTOID_TYPES: ReadonlySet<string> = new Set(Object.keys(ANSWER_PATTERNS));

/** Whether a sentence contains the fact that is asked for. */
export function containsAnswer({ text: asked, answerType }: Question, text: string): boolean {
  if (answerType === 'time' && ASKS_CONDITION.test(asked) && CONDITION.test(text)) return true;
  return ANSWER_PATTERNS[answerType]?.test(text) ?? true;
}

/** How well a sentence is suited as an answer, whatever its topic. */
function fitFor(question: Question, asking: ReadonlySet<number>): (sentence: Sentence) => number {
  const { text: asked, answerType, speakers } = question;
  const asksWhoSays = ASKS_WHO_SAYS.test(asked);
  const counted = topicStems(asked.split(ASKS_COUNT)[1] ?? '').slice(0, MAX_COUNTED);
  return ({ index, text, speaker }) => {
    let fit = 1;
    if (counted.length > 0 && hasCount(counted, text)) fit *= COUNT_FACTOR;
    const defining = DEFINING[answerType];
    if (defining && defines(question, text, defining)) fit *= DEFINITION_FACTOR;
    if (answerType === 'reason' && GIVES_REASON.test(text)) fit *= REASON_FACTOR;
    if (asking.has(index) && !asksWhoSays) fit *= QUESTION_FACTOR;
    if (speakers.length > 0 && !speakers.includes(speaker ?? '')) fit *= OTHER_SPEAKER_FACTOR;
    return fit;
  };
}

/** Whether a text has a number right before what is counted: 'four bakers'. */
function hasCount(counted: string[], text: string): boolean {
  const words = wordsOf(text);
  return words.some(
    (word, i) =>
      COUNT.test(word) &&
      words.slice(i + 1, i + 1 + COUNT_WINDOW).some((next) => counted.includes(stemOf(next))),
  );
}

/** What follows a name that is asked about, in a sentence that says what it is or does. */
const DEFINING: Partial<Record<AnswerType, RegExp>> = {
  definition:
    /^(?:(?:which )?(?:is|are|was|were|means|refers|stands)\b(?! \d)|(?:\w+ )?as\b(?! (?:well|soon|long|far|much)\b))/,
  purpose:
    /^(?:which )?(?:(?:is|are) (?:\w+ ){0,2}?(?:an?|the|one)|(?:does|lets|allows|enables|gives|helps|provides) \w+)\b/,
};
/** What precedes it: 'words follow what is called Zipf's law'. */
const NAMING = /\b(?:called|calls?(?: (?:it|that|this|them))?|known as)(?: (?:an?|the))?$/;
/** How many words show whether a sentence does. */
const DEFINING_WORDS = 5;
const NAMING_WORDS = 4;

/** Whether a text says what the topic of the question is or does: 'a fork is …', but not 'the risk is 20 %'. */
function defines(question: Question, text: string, defining: RegExp): boolean {
  const topic = new Set(topicTerms(question));
  const words = wordsOf(text);
  return words.some(
    (word, i) =>
      topic.has(stemOf(word)) &&
      (defining.test(words.slice(i + 1, i + 1 + DEFINING_WORDS).join(' ')) ||
        NAMING.test(words.slice(Math.max(0, i - NAMING_WORDS), i).join(' '))),
  );
}
