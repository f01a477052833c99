/** Answers what only asks on about the answer before: 'Why?', 'Tell me more about the second point.' */
import { type AssistantEpisode, type Exchange, nounOf } from '../assistant.ts';
import { pointsOf, readFollowUp, toldSentences } from '../retrieval/follow-up.ts';
import { GIVES_EXAMPLE, GIVES_REASON, isAsking, isOfShow } from '../retrieval/speech-cues.ts';
import { statements } from './insight.ts';
import type { Known } from './known.ts';
import { type AnswerFrom, items, partsFrom, text } from './statements.ts';
import { advertised, standsAlone } from './what-matters.ts';

/** Sentences after and before a quotation that may belong to the same thought. */
const AFTER = 12;
const BEFORE = 3;
const MAX_WORDS = 80;
const FEWEST_WORDS = 4;
const MAX_CUED = 2;

export const noMore = (episode: AssistantEpisode) =>
  `I found nothing more about that in this ${nounOf(episode)}.`;

/** What an answer quotes in one paragraph or item. */
interface Point {
  known: Known;
  quoted: number[];
}

/**
 * Answers with what is said near the quotations of the last answer; null if it has none.
 *
 * @param all the episodes of the conversation
 */
export function answerFollowUp(
  all: Known[],
  message: string,
  earlier: Exchange[],
): AnswerFrom[] | null {
  const followUp = readFollowUp(message);
  if (followUp === null) return null;
  const { wants, point } = followUp;
  const points = pointsIn(all, earlier.at(-1)?.answer ?? '');
  const meant = point === null ? points : points.slice(point).slice(0, 1);
  if (wants === 'speaker' && meant.length > 0) return meant.map(whoSays);
  const [main] = meant;
  if (main === undefined) {
    const count = points.length === 1 ? 'one place' : `${points.length} places`;
    const [first] = points;
    return first
      ? [{ known: first.known, parts: [text(`My last answer quotes ${count}.`)] }]
      : null;
  }
  const { known } = main;
  if (wants === 'shorter') return [{ known, parts: partsFrom(known.index, [plainest(main)]) }];
  const places = meant.filter((one) => one.known === known);
  const told = toldSentences(earlier, known.index);
  const goingOn = places.map((place) => goesOn(place, told)).find(({ length }) => length > 0) ?? [];
  if (goingOn.length === 0) return [{ known, parts: [text(noMore(known.episode))] }];
  const next = partsFrom(known.index, goingOn);
  if (wants === 'more') return [{ known, parts: next }];
  if (wants === 'plainer') return [{ known, parts: [text(`I can only quote. ${NEXT}`), ...next] }];
  const cue = wants === 'reason' ? GIVES_REASON : GIVES_EXAMPLE;
  const cued = places
    .flatMap((place) => nearby(place, told).filter((at) => isOnSubject(place, at)))
    .filter((at) => cue.test(known.index.sentences[at]?.text ?? ''))
    .slice(0, MAX_CUED);
  if (cued.length > 0) return [{ known, parts: partsFrom(known.index, withinWords(known, cued)) }];
  const none = `Nobody gives ${wants === 'reason' ? 'a reason' : 'an example'} there in so many words. ${NEXT}`;
  return [{ known, parts: [text(none), ...next] }];
}

const NEXT = 'What is said next:\n\n';

/** What is said next after a point. */
const goesOn = (point: Point, told: ReadonlySet<number>) =>
  withinWords(
    point.known,
    nearby(point, told).filter((at) => at > (point.quoted[0] ?? 0)),
  );

function pointsIn(all: Known[], answer: string): Point[] {
  const byEpisode = all.map((known) => ({ known, lines: pointsOf(answer, known.index) }));
  return answer.split('\n').flatMap((_, line) =>
    byEpisode
      .map(({ known, lines }) => ({ known, quoted: lines[line] ?? [] }))
      .filter(({ quoted }) => quoted.length > 0)
      .slice(0, 1),
  );
}

function whoSays({ known, quoted }: Point): AnswerFrom {
  const isNamed = known.index.speakers.length > 0;
  return {
    known,
    parts: isNamed
      ? items(statements(known, quoted.slice(0, 1)))
      : [text('The transcript names no speakers.')],
  };
}

/** The sentence of a point that is understood best on its own. */
function plainest({ known, quoted }: Point): number {
  const clarity = (at: number) => {
    const sentence = known.index.sentences[at];
    return sentence ? standsAlone(sentence) : 0;
  };
  return quoted.toSorted((a, b) => clarity(b) - clarity(a))[0] ?? 0;
}

/** New sentences around a point that say something, those after it first. */
function nearby(point: Point, told: ReadonlySet<number>): number[] {
  const { known, quoted } = point;
  const { sentences } = known.index;
  const adverts = advertised(known.index);
  const [first = 0] = quoted;
  const last = quoted.at(-1) ?? first;
  const after = Array.from({ length: AFTER }, (_, step) => last + 1 + step);
  // Somebody's question about something else ends the subject.
  const end = after.findIndex(
    (at) => isAsking(sentences[at]?.text ?? '') && turnsOn(point, at) > 0 && !sharesWord(point, at),
  );
  const before = Array.from({ length: BEFORE }, (_, step) => first - 1 - step);
  return [...after.slice(0, end < 0 ? AFTER : end), ...before].filter((at) => {
    const sentence = sentences[at];
    if (sentence === undefined || told.has(at) || adverts.has(at)) return false;
    const { text: said, words } = sentence;
    return words >= FEWEST_WORDS && !isAsking(said) && !isOfShow(said);
  });
}

/** Whether a sentence belongs to a point's turn, replies to it or shares a word with it. */
const isOnSubject = (point: Point, at: number) =>
  [0, 1].includes(turnsOn(point, at)) || sharesWord(point, at);

function turnsOn({ known, quoted }: Point, at: number): number {
  const turnOf = (i: number) => known.index.sentences[i]?.turn ?? 0;
  return turnOf(at) - turnOf(quoted.at(-1) ?? 0);
}

function sharesWord({ known, quoted }: Point, at: number): boolean {
  const words = new Set(quoted.flatMap((i) => known.index.stems[i] ?? []));
  return (known.index.stems[at] ?? []).some((stem) => words.has(stem));
}

/** The first of these places that can be read at once. */
function withinWords({ index }: Known, places: number[]): number[] {
  let words = 0;
  return places.filter((at, i) => {
    words += index.sentences[at]?.words ?? 0;
    return i === 0 || words <= MAX_WORDS;
  });
}
