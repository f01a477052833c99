/** Answers what only asks on about the answer before: 'Why?', 'Tell me more about the second point.' */
import { type Onward, pointsOf, readFollowUp, readingQuotations } from '../asking/follow-up.ts';
import { type AssistantEpisode, type Exchange, nounOf } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { GIVES_EXAMPLE, GIVES_REASON, isAsking, isOfShow, LEANS } from '../language/speech-cues.ts';
import { advertised } from '../retrieval/adverts.ts';
import { isInterjection, type Sentence } from '../retrieval/sentences.ts';
import { statements } from './insight.ts';
import type { Known } from './known.ts';
import { type AnswerFrom, items, partsFrom, text } from './statements.ts';
import { weighed } from './what-matters.ts';

/** Sentences after and before a quotation that may belong to the same thought. */
const AFTER = 12;
const BEFORE = 3;
const MAX_WORDS = 80;
const MAX_CUED = 2;
/** Whoever asks in so few words asks on about the same. */
const ASKS_BACK = 4;

export const noMore = (episode: AssistantEpisode) =>
  `I found nothing more about that in this ${nounOf(episode)}.`;

/** What an answer quotes in one paragraph or item. */
interface Point {
  known: Known;
  quoted: number[];
}

/**
 * Answers in steps with what is said near the quotations of the last answer; null if it has none.
 *
 * @param all the episodes of the conversation
 */
export function* answeringFollowUp(
  all: Known[],
  message: string,
  earlier: Exchange[],
): Generator<void, AnswerFrom[] | null> {
  for (const { index } of all) yield* readingQuotations(message, earlier, index);
  const followUp = readFollowUp(message);
  const points = followUp ? pointsIn(all, earlier.at(-1)?.answer ?? '') : [];
  const [first] = points;
  if (followUp === null || first === undefined) return null;
  const { wants, point } = followUp;
  const meant = point === null ? points : points.slice(point).slice(0, 1);
  const [main] = meant;
  if (main === undefined) {
    const count = points.length === 1 ? 'one place' : `${points.length} places`;
    return [{ known: first.known, parts: [text(`My last answer quotes ${count}.`)] }];
  }
  if (wants === 'speaker') return meant.map(whoSays);
  const { known } = main;
  if (wants === 'shorter') {
    const worth = (yield* weighed.finding(known)).sentences;
    const best = main.quoted.toSorted((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0)).slice(0, 1);
    return [{ known, parts: partsFrom(known.index, best) }];
  }
  const told = new Set(points.flatMap(({ quoted }) => quoted));
  const near = meant.filter((one) => one.known === known).map((one) => nearby(one, told));
  const place = near.find(({ after }) => after.length > 0) ?? near[0];
  return [{ known, parts: place ? goingOn(known, place, wants) : [] }];
}

const NEXT = 'What is said next:\n\n';
const CUES = { reason: GIVES_REASON, example: GIVES_EXAMPLE };
const NONE = { reason: 'a reason', example: 'an example' };

/** Answers with a reason or example near a point, and otherwise with what is said before or after it. */
function goingOn(known: Known, { quoted, after, before }: Nearby, wants: Onward): AnswerPart[] {
  const { index, episode } = known;
  const places = wants === 'before' ? before : after;
  if (places.length === 0) return [text(noMore(episode))];
  const next = partsFrom(
    index,
    withinWords(known, places).toSorted((a, b) => a - b),
  );
  if (wants === 'plainer') return [text(`I can only quote. ${NEXT}`), ...next];
  if (wants !== 'reason' && wants !== 'example') return next;
  const cued = [...after, ...before]
    .filter((at) => CUES[wants].test(index.sentences[at]?.text ?? ''))
    .slice(0, MAX_CUED);
  if (cued.length > 0) return partsFrom(index, withinWords(known, cued));
  const given = quoted.filter((at) => CUES[wants].test(index.sentences[at]?.text ?? ''));
  if (given.length > 0)
    return [text(`What I quoted gives ${NONE[wants]}:\n\n`), ...partsFrom(index, given)];
  return [text(`Nobody gives ${NONE[wants]} there in so many words. ${NEXT}`), ...next];
}

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
  const said = items(statements(known, quoted.slice(0, 1)));
  return { known, parts: isNamed ? said : [text('The transcript names no speakers.')] };
}

interface Nearby {
  quoted: number[];
  /** The next first. */
  after: number[];
  before: number[];
}

/** Further sentences around a point that say something, up to somebody's next question. 'Week three?' is none. */
function nearby({ known, quoted }: Point, told: ReadonlySet<number>): Nearby {
  const { sentences } = known.index;
  const adverts = advertised(known.index);
  const [first = 0] = quoted;
  const last = quoted.at(-1) ?? first;
  const after = sentences.slice(last + 1, last + 1 + AFTER);
  const end = after.findIndex(
    ({ turn, text: said, words }) =>
      turn !== sentences[last]?.turn && isAsking(said) && words > ASKS_BACK,
  );
  /** 'Be early. That is the most important thing': what the next sentence leans on says something, however short. */
  const isLeantOn = ({ index, turn }: Sentence) => {
    const next = sentences[index + 1];
    return next?.turn === turn && LEANS.test(next.text);
  };
  const telling = (some: Sentence[]) =>
    some
      .filter(
        (one) =>
          (!isInterjection(one) || isLeantOn(one)) && !isAsking(one.text) && !isOfShow(one.text),
      )
      .map(({ index }) => index)
      .filter((at) => !told.has(at) && !adverts.has(at));
  return {
    quoted,
    after: telling(end < 0 ? after : after.slice(0, end)),
    before: telling(sentences.slice(Math.max(0, first - BEFORE), first).reverse()),
  };
}

/** The first of these places that can be read at once. */
function withinWords({ index }: Known, places: number[]): number[] {
  let words = 0;
  return places.filter((at, i) => {
    words += index.sentences[at]?.words ?? 0;
    return i === 0 || words <= MAX_WORDS;
  });
}
