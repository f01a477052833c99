/** Answers the usual questions about an earnings call, a court argument or a doctor's visit. */
import { figuresToldIn } from '../check/figures.ts';
import { ASKED, type AskedInField, THERE } from '../language/kinds.ts';
import { COMMAND_STEMS, REQUEST_STEMS, WHOLES } from '../language/request-words.ts';
import { isAsking } from '../language/speech-cues.ts';
import { readQuestion, tellingTerms } from '../retrieval/question.ts';
import { isInterjection } from '../retrieval/sentences.ts';
import { stemOf, topicStems, wordsOf } from '../retrieval/words.ts';
import type { Known } from './known.ts';
import { hasSides, positionsOf } from './opening.ts';
import { weighed } from './what-matters.ts';

const MOST = 4;
const SIDES = 2;

/**
 * Finds in steps what answers what is usually asked of this kind of episode, best first; null for other
 * questions, and if nothing of the kind is said.
 */
export function* findingAskedOfKind(
  known: Known,
  message: string,
): Generator<void, number[] | null> {
  const { kind, index } = known;
  const positions = kind === 'argument' ? yield* findingPositionsAskedFor(known, message) : [];
  if (positions.length > 0) return positions;
  const lower = wordsOf(message).join(' ');
  const isSaid = (stem: string) => index.postings.has(stem);
  const asked = (kind === 'talk' ? [] : ASKED[kind]).filter(({ asks, isSynonym }) => {
    const words = asks.exec(lower)?.[0];
    return words !== undefined && !(isSynonym && topicStems(words).every(isSaid));
  });
  if (asked.length === 0) return null;
  const { sentences: worth } = yield* weighed.finding(known);
  const rest = asked.reduce((left, { asks }) => left.replace(new RegExp(asks, 'g'), ' '), lower);
  const isTelling = (stem: string) => !THERE.has(stem);
  const topic = topicStems(rest).filter(isTelling);
  if (asked.some(({ isOfSides }) => isOfSides) && topic.length === 0 && hasSides(known))
    return positionsOf(known, SIDES);
  const saying = (stems: string[]) =>
    asked.slice(0, TOGETHER).flatMap((one) => sayingOf(known, worth, one, stems));
  const found = saying(topic);
  const unframed = topicStems(wordsOf(rest).filter(isNoForm).join(' ')).filter(isTelling);
  const all = found.length > 0 || unframed.length === topic.length ? found : saying(unframed);
  return all.length === 0 ? null : [...new Set(all)];
}

/** 'Diagnosis and plan' */
const TOGETHER = 2;

/** Whether a word is none of what requests consist of: 'The plan in bullets for my notes, please' */
const isNoForm = (word: string) =>
  !REQUEST_STEMS.has(stemOf(word)) &&
  !COMMAND_STEMS.has(stemOf(word)) &&
  !WHOLES.some(([, asks]) => asks.test(word));

/** The best sentences that say what is asked in a field, of a topic if it has one. */
function sayingOf(
  { index }: Known,
  worth: number[],
  { says, hasFigure, most = MOST }: AskedInField,
  topic: string[],
): number[] {
  return (
    index.sentences
      .filter((one) => {
        if (!says.test(one.text) || isInterjection(one) || isAsking(one.text)) return false;
        if (hasFigure && figuresToldIn(one).length === 0) return false;
        const near = index.stems.slice(Math.max(0, one.index - 1), one.index + 1).flat();
        return topic.every((stem) => near.includes(stem));
      })
      // What isn't understood alone may still be the only place.
      .sort((a, b) => (worth[b.index] ?? 0) - (worth[a.index] ?? 0) || a.index - b.index)
      .slice(0, most)
      .map(({ index: at }) => at)
  );
}

/** What those say first who open an argument and are named, if the question has no other topic. */
function* findingPositionsAskedFor(known: Known, message: string): Generator<void, number[]> {
  const question = readQuestion(message, known.index);
  const isOther = tellingTerms(question).some((stem) => !THERE.has(stem));
  if (isOther || question.speakers.length === 0) return [];
  yield* weighed.finding(known);
  return positionsOf(known, MOST, question.speakers);
}
