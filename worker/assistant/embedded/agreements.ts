/** Finds replies that agree or disagree, with what they reply to. */
import {
  AGREES,
  DISAGREES,
  isQuestion,
  STANDS_AGAINST,
  saysTheyDisagree,
} from '../language/speech-cues.ts';
import { isInterjection, runFrom, runUpTo, type Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { salienceOf } from './salience.ts';

/** More than any salience: whoever says that they agree or disagree comes first. */
const EXPLICIT_BONUS = 1e4;
/** The score of a reply that contradicts without saying so, besides its salience. */
const IMPLICIT_BONUS = 0.3;

const SAYS_AGREED = /\bagreed?\b/i;

/** Scores a sentence as the agreement with a statement before it, by what that is worth; 0 if it is none. */
export function agreementScore(analysis: EpisodeAnalysis, { index: at, text }: Sentence): number {
  const before = AGREES.test(text) ? statementBefore(analysis.index, at) : undefined;
  if (before === undefined) return 0;
  const salience = salienceOf(analysis).sentences[before.index] ?? 0;
  const saysSo = SAYS_AGREED.test(text) && !isInterjection(before);
  return saysSo && isStatement(analysis.index, before) ? EXPLICIT_BONUS + salience : salience;
}

/** Scores a sentence as a disagreement with a statement before it; 0 if it is none. */
export function disagreementScore(
  { index }: EpisodeAnalysis,
  sentence: Sentence,
  salience: number,
): number {
  if (saysTheyDisagree(sentence.text)) return EXPLICIT_BONUS + salience;
  if (!isDisagreement(index, sentence)) return 0;
  return (DISAGREES.test(sentence.text) ? EXPLICIT_BONUS : IMPLICIT_BONUS) + salience;
}

/** Whoever disagrees says so at once. */
const OPENING_SENTENCES = 2;

/** Whether a sentence contradicts the statement before its turn. 'I don't think so' may just answer a question. */
function isDisagreement(index: TranscriptIndex, { index: at, text }: Sentence): boolean {
  const before = isQuestion(text) ? undefined : statementBefore(index, at);
  if (before === undefined) return false;
  return DISAGREES.test(text) || (isStatement(index, before) && STANDS_AGAINST.test(text));
}

/** 'Yeah.' states nothing. */
const isStatement = ({ stems }: TranscriptIndex, { index: at }: Sentence) =>
  (stems[at]?.length ?? 0) > 0;

/** Returns the last sentence before the turn that this one opens or, where captions don't mark turns, before this one. */
function beforeTurn({ sentences, speakers }: TranscriptIndex, at: number): Sentence | undefined {
  const turn = sentences[at]?.turn;
  return sentences
    .slice(Math.max(0, at - OPENING_SENTENCES), at)
    .findLast((one) => speakers.length === 0 || one.turn !== turn);
}

/** The same, unless it is a question. */
function statementBefore(index: TranscriptIndex, at: number): Sentence | undefined {
  const before = beforeTurn(index, at);
  return before === undefined || isQuestion(before.text) ? undefined : before;
}

/** What is objected to takes so many words. */
const MIN_CLAIM_WORDS = 8;

/** 'I disagree somewhat. For a consumer, yes. But …': an objection is quoted until it has this many words. */
const MIN_OBJECTION_WORDS = 25;

/** How many sentences before 'We disagree' are quoted, to show what about. */
const OBJECTION_CONTEXT = 2;

/** Both sides of a disagreement: what was said before the turn, and the objection. */
export function sidesOf(
  index: TranscriptIndex,
  at: number,
): [claim: Sentence[], reply: Sentence[]] {
  const isOpening = beforeTurn(index, at) !== undefined;
  const turn = index.sentences[at]?.turn;
  const own = index.sentences
    .slice(Math.max(0, at - (isOpening ? 0 : OBJECTION_CONTEXT)), at)
    .filter((one) => one.turn === turn);
  const reply = [...own, ...runFrom(index.sentences, at, isOpening ? MIN_OBJECTION_WORDS : 1)];
  const last = beforeTurn(index, reply[0]?.index ?? at);
  const claim = last ? runUpTo(index.sentences, last.index, MIN_CLAIM_WORDS) : [];
  return [claim, reply];
}
