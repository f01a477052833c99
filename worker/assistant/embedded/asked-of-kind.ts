/** Answers the usual questions about an earnings call, a court argument or a doctor's visit. */
import { ASKED, THERE } from '../language/kinds.ts';
import { isAsking } from '../language/speech-cues.ts';
import { readQuestion, tellingTerms } from '../retrieval/question.ts';
import { isInterjection, type Sentence } from '../retrieval/sentences.ts';
import { topicStems, wordsOf } from '../retrieval/words.ts';
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
  const asked = kind === 'talk' ? undefined : ASKED[kind].find(({ asks }) => asks.test(lower));
  if (asked === undefined) return null;
  const words = topicStems(asked.asks.exec(lower)?.[0] ?? '');
  if (asked.isSynonym && words.every((stem) => index.postings.has(stem))) return null;
  const rest = lower.replace(new RegExp(asked.asks, 'g'), ' ');
  const topic = topicStems(rest).filter((stem) => !THERE.has(stem));
  const { sentences: worth } = yield* weighed.finding(known);
  if (asked.isOfSides && topic.length === 0 && hasSides(known)) return positionsOf(known, SIDES);
  // What isn't understood alone may still be the only place.
  const worthAt = ({ index: at }: Sentence) => worth[at] ?? 0;
  const said = index.sentences.filter((one) => {
    const near = index.stems.slice(Math.max(0, one.index - 1), one.index + 1).flat();
    const isOfTopic = topic.every((stem) => near.includes(stem));
    return isOfTopic && !isInterjection(one) && !isAsking(one.text);
  });
  const found = said
    .filter(({ text }) => asked.says.test(text))
    .sort((a, b) => worthAt(b) - worthAt(a) || a.index - b.index);
  if (found.length === 0) return null;
  return found.slice(0, asked.most ?? MOST).map(({ index: at }) => at);
}

/** What those say first who open an argument and are named, if the question has no other topic. */
function* findingPositionsAskedFor(known: Known, message: string): Generator<void, number[]> {
  const question = readQuestion(message, known.index);
  const isOther = tellingTerms(question).some((stem) => !THERE.has(stem));
  if (isOther || question.speakers.length === 0) return [];
  yield* weighed.finding(known);
  return positionsOf(known, MOST, question.speakers);
}
