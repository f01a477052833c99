/** Finds the sentences that answer a question: they or those near them say most of it, in a good passage. */
import { ASKS_CONDITION, ASKS_COUNT, CONDITION, COUNT, HOLDS, REFERENCES } from './language.ts';
import { type Question, tellingTerms } from './question.ts';
import { saidAt, scorePassages } from './rank-passages.ts';
import type { Sentence } from './sentences.ts';
import { sentenceRarity, type TranscriptIndex } from './transcript-index.ts';
import type { WordVectors } from './word-vectors.ts';
import { stemOf, topicStems, wordsOf } from './words.ts';

export interface FoundSentence {
  sentence: number;
  score: number;
  /** The share of the question's topic that the sentence itself says, 0 to 1. */
  ownShare: number;
  /** The index of its passage, and the passage's score relative to the best, at most 1. */
  passage: number;
  place: number;
}

/** The weight of preceding sentences, which a sentence refers or replies to. */
const AFTER = [0.75, 0.55, 0.4];
const BEFORE = [0.5, 0.3];
/**
 * The part of a sentence's score that doesn't depend on its passage. The rest grows with the square of the
 * passage's score, as a sentence with the question's words in a poor passage shares them by chance.
 */
const ANYWHERE = 0.4;
/**
 * The factor for a number right before what is counted. Tuned on half of Spoken-SQuAD's articles, where
 * 71 % of answers to 'how many' hold the right one instead of 66; 74 % instead of 71 in the other half.
 */
const COUNTS = 1.6;
/** How many words after a number the counted noun may stand. */
const COUNT_WINDOW = 3;
/** An adjective may come before the noun: 'how many different languages'. */
const MAX_COUNTED = 2;
/** The factor for 'X is …' if the question is what X is. */
const DEFINES = 1.6;
/** The factors for a question, and for what others say than those who are asked about. */
const IS_QUESTION = 0.35;
const BY_OTHERS = 0.65;
const ASKS_ITSELF = /\?["'”’)\]]*$/;

/** Returns all sentences near something relevant, best first. */
export function findSentences(
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null = null,
): FoundSentence[] {
  const passageScores = scorePassages(index, question, vectors);
  const bestPassage = passageScores.reduce((most, value) => Math.max(most, value), 1e-9);
  const score = new Float64Array(index.sentences.length);
  const ownScore = new Float64Array(index.sentences.length);
  let all = 1e-9;
  for (const [stem, weight] of question.terms) {
    const worth = weight * sentenceRarity(index, stem);
    all += worth;
    const said = saidAt(index, stem, vectors);
    for (let i = 0; i < score.length; i++) {
      let most = said[i] ?? 0;
      ownScore[i] = (ownScore[i] ?? 0) + worth * most;
      AFTER.forEach((share, step) => {
        most = Math.max(most, share * (said[i - step - 1] ?? 0));
      });
      BEFORE.forEach((share, step) => {
        most = Math.max(most, share * (said[i + step + 1] ?? 0));
      });
      score[i] = (score[i] ?? 0) + worth * most;
    }
  }
  const fit = fitFor(question);
  const found: FoundSentence[] = [];
  for (const passage of index.passages) {
    const place = (passageScores[passage.index] ?? 0) / bestPassage;
    const prior = ANYWHERE + (1 - ANYWHERE) * place ** 2;
    for (const sentence of index.sentences.slice(passage.from, passage.to)) {
      const own = score[sentence.index] ?? 0;
      if (own === 0 && place < 1) continue;
      found.push({
        sentence: sentence.index,
        score: (own + 0.05 * all) * prior * fit(sentence),
        ownShare: (ownScore[sentence.index] ?? 0) / all,
        passage: passage.index,
        place,
      });
    }
  }
  return found.sort((a, b) => b.score - a.score || a.sentence - b.sentence);
}

/** Questions for one of these need an answer that contains it. */
export const FACTS: ReadonlySet<string> = new Set(Object.keys(HOLDS));

/** Whether a sentence contains the fact that is asked for. */
export function holdsAnswer({ text: asked, asks }: Question, text: string): boolean {
  if (asks === 'time' && ASKS_CONDITION.test(asked) && CONDITION.test(text)) return true;
  const said = asks === 'figure' ? text.replace(REFERENCES, '') : text;
  if (asks !== 'person') return HOLDS[asks]?.test(said) ?? true;
  // A name in the question is no answer to it.
  const given = new Set(wordsOf(asked));
  const others = said.replace(/\p{Lu}[\p{L}'’-]*/gu, (name) =>
    given.has(name.toLowerCase()) ? name.toLowerCase() : name,
  );
  return HOLDS.person?.test(others) ?? true;
}

/** How well a sentence is suited as an answer, whatever its topic. */
function fitFor(question: Question): (sentence: Sentence) => number {
  const { text: asked, asks, speakers } = question;
  const counted = topicStems(asked.split(ASKS_COUNT)[1] ?? '').slice(0, MAX_COUNTED);
  return ({ text, speaker }) => {
    let fit = 1;
    if (counted.length > 0 && hasCount(counted, text)) fit *= COUNTS;
    if (asks === 'definition' && defines(question, text)) fit *= DEFINES;
    if (ASKS_ITSELF.test(text)) fit *= IS_QUESTION;
    if (speakers.length > 0 && !speakers.includes(speaker ?? '')) fit *= BY_OTHERS;
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

const BEING = new Set(['is', 'are', 'was', 'were', 'means', 'refers', 'stands']);
const CALLING = new Set(['called', 'named', 'term', 'word']);

/** Whether a text says what the topic of the question is: 'a fork is …', '… is called a fork'. */
function defines(question: Question, text: string): boolean {
  const topic = new Set(tellingTerms(question));
  const words = wordsOf(text);
  return words.some(
    (word, i) =>
      topic.has(stemOf(word)) &&
      (BEING.has(words[i + 1] ?? '') ||
        words.slice(Math.max(0, i - 3), i).some((w) => CALLING.has(w))),
  );
}
