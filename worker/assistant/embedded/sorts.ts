/** What a sentence is worth as a takeaway, advice, a quotation, a question, a figure or a disagreement. */

import { figuresToldIn } from '../check/figures.ts';
import {
  ADVISES,
  DISAGREES,
  HESITATIONS,
  isAsking,
  isCommand,
  LEANS,
  NO_ADVICE,
  PLANS,
  REJECTS,
  REPORTED_ADVICE,
} from '../language/speech-cues.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { standsAlone } from '../retrieval/stands-alone.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { chooseSpread } from './choose-spread.ts';
import type { Known } from './known.ts';
import type { Fit } from './reader-fit.ts';
import { namesSubject, worthOf } from './what-matters.ts';

export type Sort =
  | 'takeaways'
  | 'actions'
  | 'quotations'
  | 'questions'
  | 'figures'
  | 'disagreements';

/** How much a sentence is worth as one of a sort, given what it is worth in general; 0 if it is none. */
const WORTH: Record<Sort, (known: Known, sentence: Sentence, worth: number) => number> = {
  takeaways: (_known, _sentence, worth) => worth,
  actions: (known, sentence, worth) =>
    worth > 0 && isActionable(known, sentence) && isAdvice(known, sentence) ? worth : 0,
  quotations: (_known, sentence, worth) => worth ** 0.5 * quotability(sentence),
  questions: ({ index }, { index: at, text, words }) =>
    isAsking(text) && words >= 7 && words <= 45 ? new Set(index.stems[at]).size : 0,
  figures: (_known, sentence, worth) => (worth > 0 ? worth * figuresTold(sentence) : 0),
  disagreements: (known, sentence, worth) => (isDisagreement(known, sentence) ? 0.3 + worth : 0),
};

/** How much each sentence of an episode is worth as one of a sort. */
export function worthAs(known: Known, sort: Sort): number[] {
  const worth = worthOf(known);
  return known.index.sentences.map((one, at) => WORTH[sort](known, one, worth[at] ?? 0));
}

/** Returns the sentences of a sort that together say most, with a fit those first that suit the reader. */
export function chosenAs(
  known: Known,
  sort: Sort,
  count: number,
  leaveOut?: ReadonlySet<number>,
  fit?: Fit,
): number[] {
  const lift = (at: number) => fit?.lift(at) ?? 1;
  const worth = worthAs(known, sort);
  const least = sort === 'takeaways' ? (worth.toSorted((a, b) => b - a)[LIFTED * count] ?? 0) : 0;
  const lifted = worth.map((value, at) => (value > least ? value * lift(at) : value));
  return chooseSpread(known, lifted, count, leaveOut);
}

/** The profile chooses among the best of these times as many takeaways as are wanted. */
const LIFTED = 3;

/** Below this, a sentence depends too much on others to be shown alone. */
const READABLE = 0.4;
/** Advice is acted on, so it has to be clearer and name its subject. */
const ACTIONABLE = { command: 0.6, alone: 0.61, named: 1 };

function isActionable(known: Known, sentence: Sentence): boolean {
  const alone = standsAlone(sentence);
  // At the doctor's, the patient knows what is meant.
  if (known.kind === 'clinic') return alone >= READABLE;
  const { command, alone: other, named } = ACTIONABLE;
  const least = isCommand(sentence.text) && !LEANS.test(sentence.text) ? command : other;
  return alone >= least && namesSubject(known, sentence.index) >= named;
}

/** Arguments in court and earnings calls give listeners no advice. */
const GIVES_ADVICE = { talk: true, clinic: true, argument: false, earnings: false };
/** A rejection within this many sentences cancels advice. */
const REJECTED_WITHIN = 3;

/** Whether a sentence tells somebody what to do and isn't rejected right afterwards. */
function isAdvice({ kind, index }: Known, { index: at, text, turn, speaker }: Sentence): boolean {
  if (!GIVES_ADVICE[kind]) return false;
  const said = text.replace(HESITATIONS, '');
  const isPlan = kind === 'clinic' && PLANS.test(said);
  if (!isPlan && !isRecommended(said)) return false;
  return !index.sentences
    .slice(at + 1, at + 1 + REJECTED_WITHIN)
    .some((reply) => reply.turn !== turn && reply.speaker !== speaker && REJECTS.test(reply.text));
}

const isRecommended = (text: string) =>
  (ADVISES.test(text) || isCommand(text)) && !NO_ADVICE.test(text) && !REPORTED_ADVICE.test(text);

const POINTED =
  /\b(?:never|always|nobody|everybody|everyone|nothing|every|only|wrong|truth|as if|rather than|instead of|love|hate|fear|trust|hope|dream|believe|secret|honest)\b|\b(?:is|are|was) not\b|n['’]t\b/gi;

/** How well a sentence can be quoted: it is pointed, short and complete. */
function quotability(sentence: Sentence): number {
  const { text, words } = sentence;
  if (standsAlone(sentence) < READABLE || words > 34) return 0;
  return (1 - Math.abs(words - 17) / 40) * (1 + 0.35 * (text.match(POINTED)?.length ?? 0));
}

/** How much a figure tells: a bare one doesn't tell what it counts. */
const TELLS = { unit: 2, bare: 1 };
/** How informative a sentence's figures are; 0 if it has none. */
function figuresTold(sentence: Sentence): number {
  const told = figuresToldIn(sentence).reduce(
    (sum, { unit }) => sum + (unit === '' ? TELLS.bare : TELLS.unit),
    0,
  );
  return told === 0 ? 0 : 1 + told;
}

/** Whoever disagrees says so at once. */
const OPENING_SENTENCES = 2;

/** Whether a sentence contradicts the statement before its turn. 'I don't think so' may just answer a question. */
function isDisagreement({ index }: Known, { index: at, text }: Sentence): boolean {
  if (isAsking(text) || !DISAGREES.test(text)) return false;
  const before = beforeTurn(index, at);
  return before !== undefined && !isAsking(before.text);
}

/** What is said before a turn that this sentence opens, or before a sentence if captions don't tell turns apart. */
export function beforeTurn(
  { sentences, speakers }: TranscriptIndex,
  at: number,
): Sentence | undefined {
  const turn = sentences[at]?.turn;
  return sentences
    .slice(Math.max(0, at - OPENING_SENTENCES), at)
    .findLast((one) => speakers.length === 0 || one.turn !== turn);
}

/** Returns a sentence and the next one of its speaker, which gives the objection: 'I disagree. It costs too much.' */
export function withNext({ sentences }: TranscriptIndex, at: number): Sentence[] {
  const said = sentences.slice(at, at + 2);
  return said.filter(({ turn }) => turn === said[0]?.turn);
}
