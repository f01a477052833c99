/** Answers who disagrees with somebody or about something. */
import type { ResolvedQuestion } from '../asking/follow-up.ts';
import type { AnswerPart } from '../evidence.ts';
import { oneOf } from '../phrases.ts';
import { tellingTerms } from '../retrieval/question.ts';
import { wordsOf } from '../retrieval/words.ts';
import { chosenFrom, findingPlaces } from './find-places.ts';
import type { Known } from './known.ts';
import { beforeTurn, worthAs } from './sorts.ts';
import { partsFrom, text } from './statements.ts';
import { weighed } from './what-matters.ts';

const ASKS = new RegExp(
  String.raw`^(?:and |so |but )*${oneOf`
    who | whom | where | what | which | on what | does | do | did | is | are | was | were | has | have
    anyone | anybody | anything
  `}\b(?!.*\bwhy\b).*\b${oneOf`
    disagree\w* | disput\w* | contradict\w* | objects? | objected | objections? | push(?:es|ed)? back
    pushback | argue[sd]? (?:against|with) | at odds
  `}\b|^(?:and |so |but )*(?:do|does|did) .*\bagree\b`,
);

export const asksForDisagreement = (message: string) => ASKS.test(wordsOf(message).join(' '));

/** Sentences before a disagreement that say what it is about. */
const BEFORE = 3;
const MAX_SHOWN = 4;

/** Answers in steps with those disagreements, or with what is said about their subject if there are none. */
export function* tellingDisagreements(
  known: Known,
  resolved: ResolvedQuestion,
): Generator<void, AnswerPart[]> {
  yield* weighed.finding(known);
  const { index } = known;
  const { question } = resolved;
  const topic = tellingTerms(question);
  const isAbout = (at: number) =>
    topic.length === 0 ||
    index.stems
      .slice(Math.max(0, at - BEFORE), at + 1)
      .some((stems) => topic.some((stem) => stems.includes(stem)));
  const { speakers } = question;
  const isBy = (at: number) =>
    speakers.length === 0 ||
    [index.sentences[at], beforeTurn(index, at)].some((one) =>
      speakers.includes(one?.speaker ?? ''),
    );
  const found = worthAs(known, 'disagreements')
    .map((worth, at) => ({ at, worth }))
    .filter(({ at, worth }) => worth > 0 && isAbout(at) && isBy(at))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_SHOWN)
    .map(({ at }) => at);
  if (found.length > 0) return partsFrom(index, found);
  const lead = 'No open disagreement was found';
  if (topic.length === 0) return [text(`${lead}.`)];
  const { held } = yield* findingPlaces(known, resolved);
  const places = chosenFrom(known, question, held);
  return [text(`${lead} about that. What is said about it:\n\n`), ...partsFrom(index, places)];
}
