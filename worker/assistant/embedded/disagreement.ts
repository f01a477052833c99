/** Where people disagree: two say opposite things about the same, or one says so. */
import { isReversed } from '../check/reversal.ts';
import type { AnswerPart } from '../evidence.ts';
import type { ResolvedQuestion } from '../retrieval/follow-up.ts';
import { tellingTerms } from '../retrieval/question.ts';
import { topicStems, wordsOf } from '../retrieval/words.ts';
import { chosenFrom, findPlaces } from './find-places.ts';
import { partsFrom, text } from './statements.ts';
import type { Known } from './what-matters.ts';
import { disagreements } from './whole-episode.ts';

const ASKS =
  /^(?:and |so |but )*(?:who|whom|where|what|which|on what|does|do|did|is|are|was|were|has|have|anyone|anybody|anything)\b(?!.*\bwhy\b).*\b(?:disagree\w*|disput\w*|contradict\w*|objects?|objected|objections?|push(?:es|ed)? back|pushback|argue[sd]? (?:against|with)|at odds)\b/;

export const asksForDisagreement = (message: string) => ASKS.test(wordsOf(message).join(' '));

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
    const before = speakerBefore(known, at) ?? '';
    if (speakers.length === 0) return true;
    return isReply
      ? speakers.includes(before) && !speakers.includes(own)
      : speakers.includes(own) || speakers.includes(before);
  };
  const found = disagreements(known)
    .map((worth, at) => ({ at, worth }))
    .filter(({ at, worth }) => worth > 0 && isAbout(at) && isBy(at))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_SHOWN);
  if (found.length > 0) {
    return partsFrom(
      index,
      found.map(({ at }) => at),
    );
  }
  const lead = 'No open disagreement was found';
  if (topic.length === 0) return [text(`${lead}.`)];
  const { held } = findPlaces(known, resolved);
  const places = chosenFrom(known, question, held);
  return [text(`${lead} about that. What is said about it:\n\n`), ...partsFrom(index, places)];
}

/** Who speaks before the turn of a sentence. */
function speakerBefore({ index: { sentences } }: Known, at: number): string | null {
  let first = at;
  while (first > 0 && sentences[first - 1]?.turn === sentences[at]?.turn) first--;
  return sentences[first - 1]?.speaker ?? null;
}

/**
 * The share of the shorter sentence's words that the other one must contain. With it, 47 of 50 planted
 * contradictions were recognised (`npm run bench:search`).
 */
const ALIKE = 0.5;
const FEWEST_COMMON = 2;

/** Whether one sentence says of its subject what the other one denies. */
export function isOpposed(one: string, other: string): boolean {
  if (!isOnSameSubject(one, other)) return false;
  const groundsOf = (text: string) => ({
    quoted: text,
    said: text,
    around: text,
    speakers: [],
    allSpeakers: [],
  });
  return isReversed(one, groundsOf(other)) || isReversed(other, groundsOf(one));
}

function isOnSameSubject(one: string, other: string): boolean {
  const [a, b] = [new Set(topicStems(one)), new Set(topicStems(other))];
  const common = [...a].filter((stem) => b.has(stem)).length;
  return common >= FEWEST_COMMON && common / Math.min(a.size, b.size) >= ALIKE;
}
