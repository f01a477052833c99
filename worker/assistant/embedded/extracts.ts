/**
 * Scores a sentence as the gist, a takeaway, advice, a quotation, a question, a figure or a disagreement, and chooses those
 * that together say most.
 */

import { informativeFigures } from '../check/figures.ts';
import { isCommand, PLANS, REJECTS, recommends } from '../language/advice.ts';
import { NAMES } from '../language/kinds.ts';
import { HESITATIONS, isQuestion, PAST } from '../language/speech-cues.ts';
import { stemOf, wordsOf } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { clarityAtAnyLength, standaloneClarity } from '../retrieval/standalone-clarity.ts';
import { agreementScore, disagreementScore } from './agreements.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import type { Fit } from './reader-fit.ts';
import { mainStems, mainWordCount, salienceOf } from './salience.ts';

export type ExtractKind =
  | 'gist'
  | 'takeaways'
  | 'actions'
  | 'quotations'
  | 'questions'
  | 'figures'
  | 'agreements'
  | 'disagreements';

/** A sentence's score as an extract of each kind, given its salience; 0 if it is none. */
const SCORES: Record<
  ExtractKind,
  (analysis: EpisodeAnalysis, sentence: Sentence, salience: number) => number
> = {
  gist: (analysis, sentence, salience) =>
    salience > 0 ? salience * gistFactor(analysis, sentence) : 0,
  takeaways: (_analysis, _sentence, salience) => salience,
  actions: (analysis, sentence, salience) =>
    salience > 0 && isActionable(analysis, sentence) && isAdvice(analysis, sentence) ? salience : 0,
  quotations: (analysis, sentence, salience) =>
    mainWordCount(analysis, sentence.index) >= MIN_NAMED ? quotability(sentence, salience) : 0,
  questions: ({ index }, { index: at, text, words }) =>
    isQuestion(text) && words >= 7 && words <= 45 ? new Set(index.stems[at]).size : 0,
  figures: (_analysis, sentence, salience) => (salience > 0 ? salience * figureScore(sentence) : 0),
  agreements: agreementScore,
  disagreements: disagreementScore,
};

/** Scores every sentence of an episode as an extract of one kind. */
export function extractScores(analysis: EpisodeAnalysis, kind: ExtractKind): number[] {
  const salience = salienceOf(analysis).sentences;
  return analysis.index.sentences.map((one, at) => SCORES[kind](analysis, one, salience[at] ?? 0));
}

/** What is chosen from. */
export interface Choice {
  /** Which sentences are meant; all if this is left out. */
  isMeant?: (at: number) => boolean;
  /** What isn't said again. */
  said?: Iterable<number>;
  /** What suits the reader comes first. */
  fit?: Fit;
}

/** Returns the extracts of a kind that together say most. */
export function chooseExtracts(
  analysis: EpisodeAnalysis,
  kind: ExtractKind,
  count: number,
  choice: Choice = {},
): number[] {
  const { fit } = choice;
  const lift = (at: number) => fit?.lift(at) ?? 1;
  const scores = extractScores(analysis, kind);
  const threshold =
    kind === 'takeaways' ? (scores.toSorted((a, b) => b - a)[RERANK_DEPTH * count] ?? 0) : 0;
  const lifted = scores.map((value, at) => (value > threshold ? value * lift(at) : value));
  return chooseDiverse(analysis, lifted, count, choice);
}

/** The reader's profile re-ranks only the best sentences: this many times the count. */
const RERANK_DEPTH = 3;

/** Two sentences that share more than this say the same thing. */
const MAX_OVERLAP = 0.5;
/** A word counts this much again in each further sentence. */
const REPEAT_DISCOUNT = 0.3;

/**
 * Returns the `count` sentences that together say most, in order and without duplicates, of each other or of what is
 * said. Each counts by its worth and by what the others don't say yet.
 */
export function chooseDiverse(
  analysis: EpisodeAnalysis,
  scores: number[],
  count: number,
  { isMeant = () => true, said = [] }: Choice = {},
): number[] {
  const { stems } = analysis.index;
  const weights = salienceOf(analysis).stems;
  const left = new Map<string, number>();
  const novelty = (at: number) => {
    let all = 0;
    let unsaid = 0;
    for (const stem of new Set(stems[at])) {
      const weight = weights.get(stem) ?? 0;
      all += weight;
      unsaid += weight * (left.get(stem) ?? 1);
    }
    return all === 0 ? 1 : unsaid / all;
  };
  const ranked = scores
    .map((value, i) => ({ at: i, value }))
    .filter(({ at, value }) => value > 0 && isMeant(at))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, count * 12 + 40);
  const known = [...said];
  const chosen: number[] = [];
  while (chosen.length < count && ranked.length > 0) {
    let best = 0;
    let most = 0;
    ranked.forEach(({ at, value }, place) => {
      const news = value * novelty(at);
      if (news > most) [best, most] = [place, news];
    });
    const [next] = ranked.splice(best, 1);
    if (next === undefined) break;
    if (known.some((other) => areNearDuplicates(stems[next.at], stems[other]))) continue;
    chosen.push(next.at);
    known.push(next.at);
    for (const stem of new Set(stems[next.at]))
      left.set(stem, (left.get(stem) ?? 1) * REPEAT_DISCOUNT);
  }
  return chosen.sort((a, b) => a - b);
}

/** Whether two sentences share most of the shorter one's words. */
function areNearDuplicates(one: string[] = [], other: string[] = []): boolean {
  const held = new Set(other);
  const own = new Set(one);
  const common = [...own].filter((stem) => held.has(stem)).length;
  return common / Math.max(1, Math.min(own.size, held.size)) > MAX_OVERLAP;
}

/**
 * Shows say at their start what they are about, so the first sentence counts twice. This bonus falls to a third after so
 * many sentences, or after this share of a long episode.
 */
const LEAD_DECAY = { sentences: 60, share: 0.1 };
/** The factor for each figure, because figures are details: 'Sales grew from 1,150,000 to 1,400,000 euros.' */
const FIGURE_FACTOR = 0.6;
/** The factor for a sentence that begins by saying what a main word is: 'Ionic is a framework'. */
const DEFINITION_FACTOR = 2.5;
/** The least share of that word (see `mainStems`), and among how many first words it must be. */
const DEFINED_WORD = { minShare: 0.7, withinWords: 3 };
const IS =
  /^(?:(?:is|are) (?!(?:not|in|on|at|from|for|with|by)\b)(?:\w+ ){0,2}?(?:an?|the|what|how|when|one)|allows|lets|enables|gives|means|stands for|makes|helps)\b/;

/** The factor for a sentence by how well it tells what a show is about. */
function gistFactor(analysis: EpisodeAnalysis, sentence: Sentence): number {
  const { kind, index } = analysis;
  const { index: at, text } = sentence;
  if (kind !== 'talk') return 1;
  const main = mainStems(analysis);
  const lead =
    1 + Math.exp(-at / Math.max(LEAD_DECAY.sentences, LEAD_DECAY.share * index.sentences.length));
  const words = wordsOf(text);
  const defines = words
    .slice(0, DEFINED_WORD.withinWords)
    .some(
      (word, i) =>
        (main.get(stemOf(word)) ?? 0) >= DEFINED_WORD.minShare &&
        IS.test(words.slice(i + 1, i + 6).join(' ')),
    );
  return (
    lead * (defines ? DEFINITION_FACTOR : 1) * FIGURE_FACTOR ** informativeFigures(sentence).length
  );
}

/** How much of the subject advice and quotations name, as `mainWordCount` counts it. */
const MIN_NAMED = 1;

/**
 * Advice is acted on, so it has to be clear and to name its subject: a command may refer to one thing more than other
 * advice. At the doctor's, the patient knows what is meant.
 */
const ACTIONABLE = { clinic: 0.4, command: 0.6, other: 0.61 };

function isActionable(analysis: EpisodeAnalysis, sentence: Sentence): boolean {
  const clarity = clarityAtAnyLength(sentence);
  if (analysis.kind === 'clinic') return clarity >= ACTIONABLE.clinic;
  const minClarity = isCommand(sentence.text) ? ACTIONABLE.command : ACTIONABLE.other;
  return clarity >= minClarity && mainWordCount(analysis, sentence.index) >= MIN_NAMED;
}

/** Arguments in court and earnings calls give listeners no advice. */
const GIVES_ADVICE = { talk: true, clinic: true, argument: false, earnings: false };
/** A rejection within this many sentences cancels advice. */
const REJECTION_WINDOW = 3;

/** Whether a sentence tells somebody what to do and isn't rejected right afterwards. */
function isAdvice(
  { kind, index }: EpisodeAnalysis,
  { index: at, text, turn, speaker }: Sentence,
): boolean {
  if (!GIVES_ADVICE[kind]) return false;
  const said = text.replace(HESITATIONS, '');
  const isPlan = kind === 'clinic' && PLANS.test(said);
  if (!isPlan && !recommends(said)) return false;
  return !index.sentences
    .slice(at + 1, at + 1 + REJECTION_WINDOW)
    .some((reply) => reply.turn !== turn && reply.speaker !== speaker && REJECTS.test(reply.text));
}

/**
 * What makes a sentence more or less quotable, as factors for up to two times that it is found: a logistic regression's,
 * read off 165 sentences of 16 conversations that readers marked as worth quoting.
 */
const QUOTABLE: [RegExp, factor: number][] = [
  [/\b(?:not|never|no|nobody|nothing|without)\b|n['’]t\b/gi, 2.2],
  [/\bi (?:think|believe|feel|guess)\b|\bin my opinion\b/gi, 2.2],
  [/\byou(?:r|['’](?:re|ve|ll))?\b/gi, 1.7],
  [/\b(?:people|everyone|everybody|nobody|anyone|someone|human\w*|world|life)\b/gi, 1.7],
  [/\b(?:should|need to|have to|must|can['’]t|got to|gotta|want to|wanna)\b/gi, 1.7],
  [/\b(?:is|are|isn['’]t|aren['’]t)\b|\w['’]s\b/gi, 1.45],
  [NAMES, 0.67],
  [PAST, 0.6],
];
const MAX_MATCHES = 2;
/** Source: see `QUOTABLE`. */
const QUOTABILITY = { salience: 0.23, clarity: 3.2, words: 17, perWord: 0.936 };

/** How well a sentence can be quoted by itself. */
function quotability(sentence: Sentence, salience: number): number {
  const { text, words } = sentence;
  let score = salience ** QUOTABILITY.salience;
  score *= QUOTABILITY.clarity ** standaloneClarity(sentence);
  score *= QUOTABILITY.perWord ** Math.abs(words - QUOTABILITY.words);
  for (const [pattern, factor] of QUOTABLE)
    score *= factor ** Math.min(MAX_MATCHES, text.match(pattern)?.length ?? 0);
  return score;
}

/** How much a figure tells: a bare one doesn't tell what it counts. */
const FIGURE_WORTH = { unit: 2, bare: 1 };
/** How informative a sentence's figures are; 0 if it has none. */
function figureScore(sentence: Sentence): number {
  const told = informativeFigures(sentence).reduce(
    (sum, { unit }) => sum + (unit === '' ? FIGURE_WORTH.bare : FIGURE_WORTH.unit),
    0,
  );
  return told === 0 ? 0 : 1 + told;
}
