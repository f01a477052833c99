/** Finds where people of an episode disagree, and says so. */
import type { AnswerPart } from '../evidence.ts';
import type { ResolvedQuestion } from '../retrieval/follow-up.ts';
import { tellingTerms } from '../retrieval/question.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { DISAGREES, isAsking } from '../retrieval/speech-cues.ts';
import { wordsOf } from '../retrieval/words.ts';
import { chosenFrom, findPlaces } from './find-places.ts';
import type { Known } from './known.ts';
import { partsFrom, text } from './statements.ts';
import { worthOf } from './what-matters.ts';

const ASKS =
  /^(?:and |so |but )*(?:who|whom|where|what|which|on what|does|do|did|is|are|was|were|has|have|anyone|anybody|anything)\b(?!.*\bwhy\b).*\b(?:disagree\w*|disput\w*|contradict\w*|objects?|objected|objections?|push(?:es|ed)? back|pushback|argue[sd]? (?:against|with)|at odds)\b/;

export const asksForDisagreement = (message: string) => ASKS.test(wordsOf(message).join(' '));

/** A shorter disagreement doesn't say what it is about. */
const FEWEST_WORDS = 6;

/** Whoever disagrees says so at once. */
const OPENING_SENTENCES = 2;

/** A brief 'I disagree' counts if nobody says more. */
export function disagreements(known: Known): number[] {
  const worth = worthOf(known);
  const { sentences } = known.index;
  const all = sentences.filter(({ text: said, index }) => {
    return !isAsking(said) && DISAGREES.test(said) && contradicts(known, index);
  });
  const long = all.filter(({ words }) => words >= FEWEST_WORDS);
  const found = new Set(long.length > 0 ? long : all);
  return sentences.map((one, at) => (found.has(one) ? 0.3 + (worth[at] ?? 0) : 0));
}

/** Whether a sentence opens a turn after a statement. 'I don't think so' may just answer a question. */
function contradicts(known: Known, at: number): boolean {
  const before = beforeTurn(known, at);
  if (before === undefined || isAsking(before.text)) return false;
  return at - before.index <= OPENING_SENTENCES;
}

/** The last sentence before a turn, or before a sentence if captions don't tell turns apart. */
function beforeTurn({ index: { sentences, speakers } }: Known, at: number): Sentence | undefined {
  let first = at;
  const { turn } = sentences[at] ?? {};
  while (speakers.length > 0 && sentences[first - 1]?.turn === turn) first--;
  return sentences[first - 1];
}

/** Sentences before a disagreement that say what it is about. */
const BEFORE = 3;
const MAX_SHOWN = 4;

/** Answers who disagrees with somebody or about something. */
export function disagreementsAbout(known: Known, resolved: ResolvedQuestion): AnswerPart[] {
  const { index } = known;
  const { question } = resolved;
  const topic = tellingTerms(question);
  const isAbout = (at: number) =>
    topic.length === 0 ||
    index.stems
      .slice(Math.max(0, at - BEFORE), at + 1)
      .some((stems) => topic.some((stem) => stems.includes(stem)));
  const { speakers } = question;
  // Who disagrees with somebody replies to them.
  const isReply = /\bwith\b/i.test(question.text);
  const isBy = (at: number) => {
    const own = index.sentences[at]?.speaker ?? '';
    const before = beforeTurn(known, at)?.speaker ?? '';
    if (speakers.length === 0) return true;
    return isReply
      ? speakers.includes(before) && !speakers.includes(own)
      : speakers.includes(own) || speakers.includes(before);
  };
  const found = disagreements(known)
    .map((worth, at) => ({ at, worth }))
    .filter(({ at, worth }) => worth > 0 && isAbout(at) && isBy(at))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_SHOWN)
    .map(({ at }) => at);
  if (found.length > 0) return partsFrom(index, found);
  const lead = 'No open disagreement was found';
  if (topic.length === 0) return [text(`${lead}.`)];
  const { held } = findPlaces(known, resolved);
  const places = chosenFrom(known, question, held);
  return [text(`${lead} about that. What is said about it:\n\n`), ...partsFrom(index, places)];
}
