/** Finds in a transcript what a quiz can ask for: the words to leave out of a sentence. */
import { advertised } from '../retrieval/advertising.ts';
import { holds, isAsking, isHousekeeping, presentsSomebody } from '../retrieval/asked-for.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { topicStems } from '../retrieval/words.ts';
import { standsAlone } from './choose-sentences.ts';
import { namesIn } from './quiz-names.ts';

export type BlankKind =
  | 'figure'
  | 'name'
  | 'cause'
  | 'definition'
  | 'recommendation'
  | 'completion';

export interface Blank {
  kind: BlankKind;
  /** Only answers of one group are put beside each other. */
  group: string;
  sentence: Sentence;
  /** Where in the sentence's text the answer is. */
  from: number;
  to: number;
  answer: string;
  /** What is described, where something is defined. */
  subject: string | null;
  worth: number;
}

const NUMBER_WORD =
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\w+)?)';
const SCALE = '(?: (?:hundred|thousand|million|billion|trillion))?';
const FIGURE = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/#-])(?:[$€£]\\s?)?(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\b${NUMBER_WORD}\\b)${SCALE}(?:\\s?%| percent| per cent| euros| dollars| pounds)?(?![\\p{L}\\p{N}/:(-]|[.,]\\d)`,
  'giu',
);
/** 'Using 3.11' is no figure, 'a ratio of 0.9' is one. */
const VERSION = /^\d+(?:\.\d+)+$/;
const AMOUNTS_TO = /\b(?:of|by|to|at|about|was|is|were|than|between|and|or|[$€£]) ?$/i;
/** 'Two of them' is hardly worth asking; 'two years' may be. */
const SMALL = /^(?:two|three|four|[2-4])$/i;
const COUNTS_SOMETHING =
  /^ (?:\w+ )?(?:percent|per cent|times|points|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|people|dollars|euros|pounds|milligrams|degrees)\b/i;
const CAUSE =
  /\bbecause (?!of\b|like\b|then\b|again\b|you know\b|i mean\b|i think\b|if\b)(.{14,120}?)[.!]?$/iu;
const DEFINITION =
  /^((?:An? |The )?[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,4}) (?:is|are|means|refers to|stands for) ((?:an? |the |when |how |what |that )[^?]{16,130}?)[.!]$/iu;
const NOT_DEFINED =
  /^(?:it|that|this|there|what|he|she|they|we|you|i|so|and|but|here|which|who|the (?:one|other|first|second|third|next|last|thing|point|idea|problem|question|answer|reason|result|cause|only|best|worst|usual|main|same)|one|my|your|our|his|her|their|if|when|all|most|some|those|these|yes|no|well|because|another|every|each)\b/i;
const RECOMMENDATION =
  /\b((?:you|we|they|people|everyone|anyone|one|companies|teams|managers|leaders|parents|founders|i) (?:really |always |probably )?should(?: not|n't)?(?: also| always| never)?|i(?:'d| would)? (?:always |strongly |also |usually )?(?:recommend|suggest|advise)|make sure(?: that)?|my advice is(?: to)?|the best (?:way|thing) (?:\w+ ){0,4}is(?: to)?|try to|be sure to|^never|^always) (.{14,120}?)[.!]$/iu;
const TAIL_OPENERS =
  /\s(?=(?:to|for|with|by|from|than|that|when|if|into|about|without|until|as|in|on|at|before|after|through|which|who|where|while|so|but|and|or|because|rather|not)\s)/giu;

/** Everything a quiz could ask of one transcript. */
export function findBlanks(index: TranscriptIndex): Blank[] {
  const blanks: Blank[] = [];
  const adverts = advertised(index);
  for (const sentence of index.sentences) {
    if (sentence.words < 7 || sentence.words > 50 || isAsking(sentence.text)) continue;
    const { text } = sentence;
    if (adverts.has(sentence.index) || isHousekeeping(text) || presentsSomebody(text)) continue;
    const worth = 0.05 + standsAlone(sentence);
    blanks.push(
      ...figures(sentence, worth),
      ...namesIn(sentence, index).map(({ at, name, group }) =>
        blank('name', group, sentence, at, name, worth),
      ),
    );
    blanks.push(...clauses(sentence, worth, index), ...tails(sentence, worth));
  }
  return blanks.filter(
    ({ answer, kind }) =>
      isClean(answer) && (SAYS_LITTLE.has(kind) || topicStems(answer).length >= 2),
  );
}

/** Kinds whose answers need not say much by themselves. */
const SAYS_LITTLE = new Set<BlankKind>(['figure', 'name', 'completion']);

/** Half a quotation, a broken-off word or a doubled full stop would give an option away. */
function isClean(answer: string): boolean {
  return !/["“”()[\]]|--|\.\.|…|[.,;:]$|\b(?:um|uh|you know|i mean|i think|i guess|sort of|kind of|or something|like,)\b/i.test(
    answer,
  );
}

function figures(sentence: Sentence, worth: number): Blank[] {
  return [...sentence.text.matchAll(FIGURE)].flatMap((match) => {
    const answer = match[0].trim();
    const before = sentence.text.slice(0, match.index);
    // Versions, numbered things and round talk ('one or two') are no facts worth asking for.
    if (
      /(?:\p{Lu}[\p{L}]*|episode|section|chapter|version|page|case|part|no\.|number|step) $/u.test(
        before,
      )
    ) {
      return [];
    }
    const after = sentence.text.slice(match.index + match[0].length);
    if (VERSION.test(answer) && !AMOUNTS_TO.test(before)) return [];
    if (SMALL.test(answer) && !COUNTS_SOMETHING.test(after)) return [];
    const digits = isYear(answer) ? 0.7 : /\d/.test(answer) ? 1.3 : 0.9;
    const made = blank(
      'figure',
      figureGroup(answer),
      sentence,
      match.index,
      answer,
      worth * digits,
    );
    return [made];
  });
}

function isYear(answer: string): boolean {
  return /^(?:1[5-9]|20)\d\d$/.test(answer);
}

function figureGroup(answer: string): string {
  if (/%|per ?cent/i.test(answer)) return 'figure:percent';
  if (/[$€£]|euros|dollars|pounds/i.test(answer)) return 'figure:money';
  if (isYear(answer)) return 'figure:year';
  if (/^\p{L}/u.test(answer)) return 'figure:word';
  return 'figure:count';
}

/** What is worth defining comes up again. */
function isSpokenOf(index: TranscriptIndex, subject: string): boolean {
  return topicStems(subject).some((stem) => (index.postings.get(stem)?.length ?? 0) > 1);
}

function clauses(sentence: Sentence, worth: number, index: TranscriptIndex): Blank[] {
  const blanks: Blank[] = [];
  const { text } = sentence;
  const cause = CAUSE.exec(text);
  if (cause?.[1] !== undefined && cause.index > 18) {
    const at = text.indexOf(cause[1], cause.index + 8);
    blanks.push(blank('cause', 'clause', sentence, at, cause[1], worth * 1.5));
  }
  const defined = DEFINITION.exec(text);
  const subject = defined?.[1] ?? '';
  if (defined?.[2] !== undefined && !NOT_DEFINED.test(subject) && isSpokenOf(index, subject)) {
    const at = text.length - 1 - defined[2].length;
    const group = `predicate:${/^(?:an?|the)\b/i.test(defined[2]) ? 'thing' : 'clause'}`;
    const made = blank('definition', group, sentence, at, defined[2], worth * 1.4);
    blanks.push({ ...made, subject: lowerFirst(subject) });
  }
  const advice = RECOMMENDATION.exec(text);
  if (advice?.[1] !== undefined && advice[2] !== undefined && holds('advice', text) >= 0.8) {
    const at = text.length - 1 - advice[2].length;
    const group = /^\w+ing\b/.test(advice[2])
      ? 'doing'
      : /^(?:not )?(?:the|an?|one|that|this|it|you|your)\b/i.test(advice[2])
        ? 'thing'
        : 'do';
    blanks.push(blank('recommendation', `advice:${group}`, sentence, at, advice[2], worth * 1.4));
  }
  return blanks;
}

/** The end of the sentence from its last good joint on, 3 to 11 words. */
function tails(sentence: Sentence, worth: number): Blank[] {
  const { text } = sentence;
  const end = text.replace(/[.!…"”’)]+$/u, '').length;
  const joints = [...text.matchAll(TAIL_OPENERS)].map((match) => match.index + 1).reverse();
  for (const at of [...joints, ...lastWords(text)]) {
    const answer = text.slice(at, end);
    const words = answer.split(/\s+/).length;
    if (words < 3 || words > 11 || sentence.words - words < 4) continue;
    if (topicStems(answer).length === 0 || !isClean(answer)) continue;
    const opener = answer.split(/\s+/)[0]?.toLowerCase() ?? '';
    return [blank('completion', `tail:${opener}`, sentence, at, answer, worth * 0.6)];
  }
  return [];
}

/** Where no joint is found: the place of the fourth word from the end. */
function lastWords(text: string): number[] {
  const match = /\S+(?:\s+\S+){3}$/.exec(text);
  return match === null ? [] : [match.index];
}

function blank(
  kind: BlankKind,
  group: string,
  sentence: Sentence,
  from: number,
  answer: string,
  worth: number,
): Blank {
  return { kind, group, sentence, from, to: from + answer.length, answer, subject: null, worth };
}

/** Without the capital of a sentence's first word, unless that is a name's or an acronym's. */
export function lowerFirst(text: string): string {
  return /^(?:An?|The|In|It|If|You|We|They|He|She|This|That|There|When|What|Your|My|Most|One|Some|Many)\b/.test(
    text,
  ) || /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
