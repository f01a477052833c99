/** Whether a sentence is the kind of thing that answers, whatever its words. */
import { holds, isHousekeeping, isPrompt, isStrict } from './asked-for.ts';
import type { AskedFor, Question } from './question.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { stemOf, wordsOf } from './words.ts';

/** Follows a thing where it is said what it is: 'X is a …', 'X just means …', 'X, which …'. */
const DEFINES =
  /^["”']?(?:,? (?:\w+ly|just|also|really|here|then|now|so|this|that|it))*(?: (?:is|are|was) (?:\w+ly |just |really |about )?(?:an?|the|when|how|what|where|whoever|whatever|any\w+|some\w+|trouble|one|like)\b| (?:just |simply )?(?:means?|refers? to|stands? for|describes?)\b|, (?:an?|which|who|or|that is|meaning)\b)/i;
const SAYS_OF = /^["”']? (?:is|are|was)\b/i;
/** 'They describe it as …' */
const DESCRIBES = /\b(?:describe|define)[sd]? (?:\S+ ){1,6}as\b/i;
/** 'What we call X' */
const CALLED = /\b(?:called|known as|term|name is|running|named) (?:an? |the )?["“]?$/i;
/** How far into a sentence a thing may be named that it defines. */
const NAMED_WITHIN = 90;
/** Words on each side of an asked one in which a figure or a name is its. */
const BESIDE = 8;
/** What a figure or name elsewhere in the sentence counts. */
const ELSEWHERE = 0.8;
/** 'Twelve large cities': the figure stands just before what is counted. */
const COUNT_BEFORE = 3;
const COUNTED_ELSEWHERE = 0.6;

/** Whether a sentence holds what is asked for, 0 to 1; more where it defines the thing asked. */
export function kindIn(question: Question, text: string): number {
  if (question.asks === 'definition') return definesIn(question, text);
  // A name the question gives is not the name it asks for.
  const given =
    question.asks === 'person' ? new Set(question.text.match(/\p{Lu}[\p{L}'’-]*/gu)) : null;
  const rest =
    given === null
      ? text
      : text.replace(/\p{Lu}[\p{L}'’-]*/gu, (name) => (given.has(name) ? '' : name));
  const kind = holds(question.asks, rest);
  if (kind === 0 || !isStrict(question.asks)) return kind;
  const words = rest.split(' ');
  const placeOf = (isAsked: (stem: string) => boolean) =>
    words.findIndex((word) => wordsOf(word).some((one) => isAsked(stemOf(one))));
  const counted = placeOf((stem) => stem === question.counted);
  if (counted >= 0) {
    const before = words.slice(Math.max(0, counted - COUNT_BEFORE), counted).join(' ');
    return holds('figure', before) > 0 ? 1 : kind * COUNTED_ELSEWHERE;
  }
  const at = placeOf((stem) => question.terms.has(stem));
  if (at < 0) return kind;
  const beside = words.slice(Math.max(0, at - BESIDE), at + BESIDE + 1).join(' ');
  return Math.max(kind * ELSEWHERE, holds(question.asks, beside));
}

function definesIn(question: Question, text: string): number {
  const last = question.sequence.at(-1) ?? '';
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’.&-]*/gu)];
  const stems = words.map(([word]) => wordsOf(word).map(stemOf)[0] ?? '');
  const held = question.sequence.filter((stem) => stems.includes(stem)).length;
  const share = (held / Math.max(1, question.sequence.length)) ** 2;
  let best = 0;
  stems.forEach((stem, at) => {
    const word = words[at];
    if (stem !== last || word === undefined || word.index > NAMED_WITHIN) return;
    const after = text.slice(word.index + word[0].length);
    const before = text.slice(0, words[at - question.sequence.length + 1]?.index ?? 0);
    const defines = DEFINES.test(after) || DESCRIBES.test(text) || CALLED.test(before);
    best = Math.max(best, defines ? 1.6 : SAYS_OF.test(after) ? 1 : 0.3);
  });
  return Math.max(best * share, 0.3 * holds('definition', text));
}

/** How much the kind of thing asked for counts: all for a figure or a name, something for a reason. */
function kindFit(asks: AskedFor, kind: number): number {
  if (isStrict(asks) || asks === 'advice') return 0.4 + 0.8 * kind;
  return 0.75 + 0.5 * kind;
}

/** What makes a sentence a good or a bad answer whatever its words. */
export function fitness(
  index: TranscriptIndex,
  question: Question,
  at: number,
  kind: number,
  replies: number,
): number {
  const sentence = index.sentences[at];
  if (sentence === undefined) return 0;
  let fit = kindFit(question.asks, kind);
  if (isPrompt(sentence.text)) fit *= 0.3;
  if (isHousekeeping(sentence.text)) fit *= 0.35;
  // 'Twenty minutes.' is a whole answer right after the question.
  if (replies === 0 && sentence.words < 7) fit *= sentence.words < 4 ? 0.35 : 0.8;
  if (sentence.words > 45) fit *= 0.85;
  if (question.speakers.length > 0 && !question.speakers.includes(sentence.speaker ?? '')) {
    fit *= 0.4;
  }
  return fit;
}
