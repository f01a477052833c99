/** Answers what only follows up on the last answer: 'Why?', 'Tell me more about the second point.' */
import type { FollowUp, FollowUpIntent } from '../asking/follow-up.ts';
import { prepareQuotations, quotedByLine } from '../asking/quoted-before.ts';
import type { Exchange } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { isBoilerplate } from '../language/show-talk.ts';
import { GIVES_EXAMPLE, GIVES_REASON, isQuestion } from '../language/speech-cues.ts';
import { advertSentences } from '../retrieval/adverts.ts';
import { isInterjection, runFrom, type Sentence } from '../retrieval/sentences.ts';
import { type EpisodeAnalysis, scopeOf } from './episode-analysis.ts';
import { noMore } from './nothing-found.ts';
import { mostSalient, salienceOf } from './salience.ts';
import { itemParts, partsFrom, statements, textPart } from './statements.ts';

/** Sentences after and before a quotation that may belong to the same thought. */
const SENTENCES_AFTER = 12;
const SENTENCES_BEFORE = 3;
const MAX_WORDS = 80;
const MAX_CUED_SENTENCES = 2;
/** A reason or an example is quoted with what follows until it has so many words. */
const MIN_CUED_WORDS = 15;
/** Whoever asks in so few words asks on about the same. */
const SHORT_QUESTION_WORDS = 4;

/** What an answer quotes in one paragraph or item. */
interface Point {
  analysis: EpisodeAnalysis;
  quoted: number[];
}

/**
 * Answers in steps with what is said near the quotations of the last answer; null if it has none.
 *
 * @param all the episodes of the conversation
 * @param followUp what the message wants of the last answer; null if nothing
 */
export function* answerFollowUp(
  all: EpisodeAnalysis[],
  earlier: Exchange[],
  followUp: FollowUp | null,
): Generator<void, AnswerPart[] | null> {
  if (followUp === null || earlier.length === 0) return null;
  for (const { index } of all) yield* prepareQuotations(index);
  const points = pointsIn(all, earlier.at(-1)?.answer ?? '');
  if (points.length === 0) return null;
  const { intent, point } = followUp;
  const meant = point === null ? points : points.slice(point).slice(0, 1);
  const [main] = meant;
  if (main === undefined) {
    const count = points.length === 1 ? 'one place' : `${points.length} places`;
    return [textPart(`My last answer quotes ${count}.`)];
  }
  if (intent === 'speaker') return whoSay(meant);
  const { analysis } = main;
  if (intent === 'shorter') {
    yield* salienceOf.inSteps(analysis);
    const best = mostSalient(analysis, 1, ({ index }) => main.quoted.includes(index));
    return partsFrom(analysis, best);
  }
  const told = new Set(points.flatMap(({ quoted }) => quoted));
  const near = meant.filter((one) => one.analysis === analysis).map((one) => nearby(one, told));
  const place = near.find(({ after }) => after.length > 0) ?? near[0];
  return place ? continueFrom(analysis, place, intent) : [];
}

const NEXT_LEAD = 'What is said next:\n\n';
const CUES = { reason: GIVES_REASON, example: GIVES_EXAMPLE };
const CUE_NAMES = { reason: 'a reason', example: 'an example' };

/** Answers with a reason or example near a point, and otherwise with what is said before or after it. */
function continueFrom(
  analysis: EpisodeAnalysis,
  { quoted, after, before }: Nearby,
  wants: FollowUpIntent,
): AnswerPart[] {
  const { index } = analysis;
  const places = wants === 'before' ? before : after;
  if (places.length === 0) return [textPart(noMore(scopeOf(analysis)))];
  const next = partsFrom(
    analysis,
    withinWords(analysis, places).toSorted((a, b) => a - b),
  );
  if (wants === 'plainer') return [textPart(`I can only quote. ${NEXT_LEAD}`), ...next];
  if (wants !== 'reason' && wants !== 'example') return next;
  const isCued = (at: number) => CUES[wants].test(index.sentences[at]?.text ?? '');
  const turnOf = (at = -1) => index.sentences[at]?.turn;
  const cued = [...after, ...before].filter(isCued);
  // Others give reasons for what they say themselves.
  const ofTurn = cued.filter((at) => turnOf(at) === turnOf(quoted.at(-1)));
  const given = quoted.filter(isCued);
  if (ofTurn.length === 0 && given.length > 0)
    return [
      textPart(`What I quoted gives ${CUE_NAMES[wants]}:\n\n`),
      ...partsFrom(analysis, given),
    ];
  const told = (ofTurn.length > 0 ? ofTurn : cued).slice(0, MAX_CUED_SENTENCES);
  // 'Because of cash.' goes on.
  const runs = told.flatMap((at) => runFrom(index.sentences, at, MIN_CUED_WORDS));
  if (told.length > 0)
    return partsFrom(
      analysis,
      withinWords(
        analysis,
        runs.map((one) => one.index),
      ),
    );
  return [
    textPart(`Nobody gives ${CUE_NAMES[wants]} there in so many words. ${NEXT_LEAD}`),
    ...next,
  ];
}

function pointsIn(all: EpisodeAnalysis[], answer: string): Point[] {
  const byEpisode = all.map((analysis) => ({
    analysis,
    lines: quotedByLine(answer, analysis.index),
  }));
  return answer.split('\n').flatMap((_, line) =>
    byEpisode
      .map(({ analysis, lines }) => ({ analysis, quoted: lines[line] ?? [] }))
      .filter(({ quoted }) => quoted.length > 0)
      .slice(0, 1),
  );
}

function whoSay(points: Point[]): AnswerPart[] {
  const said = points.filter(({ analysis }) => analysis.index.speakers.length > 0);
  if (said.length === 0) return [textPart('The transcript names no speakers.')];
  return said.flatMap(({ analysis, quoted }) =>
    itemParts(analysis, statements(analysis, quoted.slice(0, 1))),
  );
}

interface Nearby {
  quoted: number[];
  /** The next first. */
  after: number[];
  before: number[];
}

/** Further sentences around a point that say something, up to somebody's next question. 'Week three?' is none. */
function nearby({ analysis, quoted }: Point, told: ReadonlySet<number>): Nearby {
  const { sentences } = analysis.index;
  const adverts = advertSentences(analysis.index);
  const [first = 0] = quoted;
  const last = quoted.at(-1) ?? first;
  const after = sentences.slice(last + 1, last + 1 + SENTENCES_AFTER);
  const end = after.findIndex(
    ({ turn, text: said, words }) =>
      turn !== sentences[last]?.turn && isQuestion(said) && words > SHORT_QUESTION_WORDS,
  );
  const telling = (some: Sentence[]) =>
    some
      .filter((one) => !isInterjection(one) || GIVES_REASON.test(one.text))
      .filter((one) => !isQuestion(one.text) && !isBoilerplate(one.text))
      .map(({ index }) => index)
      .filter((at) => !told.has(at) && !adverts.has(at));
  return {
    quoted,
    after: telling(end < 0 ? after : after.slice(0, end)),
    before: telling(sentences.slice(Math.max(0, first - SENTENCES_BEFORE), first).reverse()),
  };
}

/** The first of these places that can be read at once. */
function withinWords({ index }: EpisodeAnalysis, places: number[]): number[] {
  let words = 0;
  return places.filter((at, i) => {
    words += index.sentences[at]?.words ?? 0;
    return i === 0 || words <= MAX_WORDS;
  });
}
