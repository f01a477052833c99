/** Chooses sentences that stand alone, cover the episode and do not repeat one another. */
import { advertised } from '../retrieval/advertising.ts';
import { isHousekeeping, isPrompt } from '../retrieval/asked-for.ts';
import { isCommon } from '../retrieval/common-words.ts';
import { isThing } from '../retrieval/related-words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { isStopWord, stemOf, topicStems, wordsOf } from '../retrieval/words.ts';

const SHORTEST = 8;
const LONGEST = 42;

// Words that point back to what the reader has not read.
const POINTS_BACK =
  /^(?:(?:and|but|so|or|yes|yeah|no|well|right|okay|because|then|also|now|plus|exactly|sure|absolutely|again|instead|otherwise|therefore|thus|however|which|that is|that's why|of course|i mean|you know|like|um|uh|oh|ah)[ ,—-]+)*(?:he|she|it|its|it's|they|they're|them|this|that|that's|these|those|his|her|their|here|there's|both|neither|either|such|one of them|same|he's|she's|the same|the first|the second|the other|the former|the latter)\b/i;
const OPENS_LOOSE =
  /^(?:i (?:dis)?agree|agreed|i accept|and|but|so|or|yes|yeah|no|well|right|okay|ok|because|then|also|plus|exactly|sure|absolutely|again|otherwise|which|i mean|you know|like|um|uh|oh|ah|hmm|nope|yep|second|third|instead|hey|hi|wow|cool|nice|great|awesome|sorry)\b/i;
const SAYS_WHAT_MATTERS =
  /\b(?:in this episode|this episode|today we|on today's|we(?:'ll| will) (?:talk|discuss|explore|cover)|important|key|main|biggest|most|lesson|takeaway|the point|in short|in summary|the trick|crucial|essential|never|always|the reason|because|means that|should|recommend|the problem|turns out|found that|shows?|the difference|the best|the worst|rule|mistake)\b/i;
/** Points at what was said before, or at the talk itself. */
const LEANS =
  /\b(?:do|does|did|like|about|with|of|for|than|that|say|said|on|in|at) (?:this|that|these|those|it)\b[,.!]|\b(?:this|that) (?:stuff|thing|one|kind of thing|sort of thing|point|question|piece|part)\b|\bas (?:I|you|we) (?:just )?(?:said|mentioned|say)|\b(?:you|I) (?:just )?(?:said|mention(?:ed)?|asked|talked about)\b|\bdive in(?:to)?\b|\bfollow up\b|^what (?:would|if|happens|about)\b|\b(?:come back to|talk about that|get (?:in)?to that|move on|speaking of)\b|\blet's\b|\bI'm going to (?:talk|read|ask)|\bgood (?:question|point)\b|\byour (?:question|point|honou?r)\b/i;
const PRONOUN =
  /^(?:it|they|them|he|she|him|her|his|its|their|this|that|these|those)(?:'(?:s|re|d|ll|ve))?$/;
/** 'the th the', 'S so I' */
export const STUTTERS = /\b(\p{L}+)(?:,? --?)? \1\b|(?:^| )(?![aio] )\p{L} (?!\d)/iu;
const SPOKEN_FILLER =
  /\b(?:um|uh|you know|i mean|sort of|kind of|like,|i guess|whatever|blah|laughs|laughter|inaudible)\b/gi;

const TALK =
  /\b(?:um|uh|mm|yeah|okay|oh|you know|i mean|i|i'm|you|like|well|we're|it's|that's|so)\b/gi;

/** A verb, or a word that has one after it. */
const HAS_VERB =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|will|would|should|shall|may|might|must|cannot|i|we|you|he|she|they|it|who|let|\p{L}+n['’]t|\p{L}+['’](?:re|ve|ll|d|m|s)|\p{L}{2,}ed)\b/iu;

/** Without a verb that is no sentence: 'Very similar to that.', 'Speaking after a long night.' */
const OPENS_FRAGMENT =
  /^(?:\p{L}+(?:ing|ly)|very|more|not|such|versus|even|another|whenever|with|for|from|in|to|of|at|by|on|about)\b/iu;

const alone = new WeakMap<Sentence, number>();

/** How well a sentence can be read without those around it, 0 to 1; worked out once. */
export function standsAlone(sentence: Sentence): number {
  const known = alone.get(sentence);
  if (known !== undefined) return known;
  const worth = aloneWorth(sentence);
  alone.set(sentence, worth);
  return worth;
}

function aloneWorth(sentence: Sentence): number {
  const { text, words } = sentence;
  if (words < SHORTEST || words > LONGEST * 1.5 || isPrompt(text)) return 0;
  if (isHousekeeping(text)) return 0.05;
  let worth = 1;
  if (words > LONGEST) worth *= 0.6;
  if (POINTS_BACK.test(text)) worth *= 0.3;
  else if (OPENS_LOOSE.test(text)) worth *= 0.5;
  if (dangles(text)) worth *= 0.4;
  if (STUTTERS.test(text)) worth *= 0.4;
  if (!sentence.whole) worth *= 0.6;
  if (OPENS_FRAGMENT.test(text) && !HAS_VERB.test(text)) worth *= 0.3;
  if (!/[.!"”’)。！]$/.test(text)) worth *= 0.75;
  if (/(?:\.\.\.|…|--|[-–—])["”’]?$|^[^\p{L}\p{N}"“‘(¿¡$€£]/u.test(text)) worth *= 0.5;
  if (!isBalanced(text)) worth *= 0.35;
  if (LEANS.test(text)) worth *= 0.45;
  worth *= 0.85 ** (text.match(SPOKEN_FILLER)?.length ?? 0);
  if (/\b(?:i|my|me|you)\b/i.test(text) && !SAYS_WHAT_MATTERS.test(text)) worth *= 0.85;
  return worth;
}

/** True where 'it', 'they' or 'that' comes before anything it could stand for. */
function dangles(text: string): boolean {
  // The first word may be a command: 'Put it there.'
  for (const word of wordsOf(text).slice(1)) {
    if (PRONOUN.test(word)) return true;
    if (!isStopWord(word) && isThing(stemOf(word))) return false;
  }
  return false;
}

/** False where a quotation or a bracket is opened or closed alone: the rest stands elsewhere. */
function isBalanced(text: string): boolean {
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0;
  return count(/"/g) % 2 === 0 && count(/“/g) === count(/”/g) && count(/[([]/g) === count(/[)\]]/g);
}

// An example or a step of a sum: it says nothing without those around it.
const EXAMPLE =
  /^(?:take|imagine|suppose|say|picture|now|start with|on \p{Sc}?\d|at one|once|in my|for example|for instance)\b/iu;
/** True of a case or a step of a sum, even where it commands: 'Take five returns …' */
export function isExample(text: string): boolean {
  return EXAMPLE.test(text) && /\d|\bminus\b|\bplus\b/.test(text);
}

const DEFINES = /\b(?:is|are) (?:an?|the|not|about)\b|\bmeans (?:that )?\b/i;

/**
 * A worth for every sentence: what it is about, whether it stands alone and says what matters.
 * `about` are stems of the title and description, which say best what an episode is about.
 */
export function worthOf(
  index: TranscriptIndex,
  about: ReadonlySet<string> = new Set<string>(),
): number[] {
  const weight = topicWeights(index);
  const adverts = advertised(index);
  return index.sentences.map((sentence, at) => {
    const readable = adverts.has(at) ? 0 : standsAlone(sentence);
    if (readable === 0) return 0;
    const stems = new Set(index.stems[at]);
    if (stems.size < 3) return 0;
    let central = 0;
    let titled = 0;
    for (const stem of stems) {
      central += weight.get(stem) ?? 0;
      if (about.has(stem)) titled++;
    }
    let worth = (central / Math.sqrt(stems.size + 4)) * readable * plainness(sentence, TALK_SINKS);
    worth *= 1 + 0.2 * Math.min(titled, 3);
    if (SAYS_WHAT_MATTERS.test(sentence.text)) worth *= 1.2;
    if (DEFINES.test(sentence.text)) worth *= 1.12;
    if (EXAMPLE.test(sentence.text)) worth *= 0.55;
    // Who the guests are is told elsewhere.
    if (index.speakers.some((name) => sentence.text.startsWith(`${name} `))) worth *= 0.2;
    if ((sentence.text.match(/\d[\d.,]*/g)?.length ?? 0) > 2) worth *= 0.7;
    return worth;
  });
}

/** What is done is said of everything, as common words are; an episode is about things. */
const SAYS_LITTLE = 0.3;
/** How far a sentence sinks for each part of it that is talk, not matter. */
const TALK_SINKS = 3;

/** How much each stem is what the episode is about: how often it is said, a little dampened. */
function topicWeights(index: TranscriptIndex): Map<string, number> {
  const weights = new Map<string, number>();
  const speakers = new Set(index.speakers.flatMap((name) => topicStems(name)));
  for (const [stem, where] of index.postings) {
    if (where.length < 2 || speakers.has(stem) || /^\d+$/.test(stem)) continue;
    const isTopic = isThing(stem) && !isCommon(stem);
    weights.set(stem, where.length ** 0.5 * (isTopic ? 1 : SAYS_LITTLE));
  }
  return weights;
}

/** 1 for plain matter, less for each part of a sentence that is only talk. */
export function plainness(sentence: Sentence, strength: number): number {
  const talk = (sentence.text.match(TALK)?.length ?? 0) / Math.max(1, sentence.words);
  return Math.max(0.05, 1 - strength * talk);
}

/** A part that has none of the best gives nothing: of so many times the count wanted. */
const WORTHY = 4;

/**
 * The `count` most worthwhile sentences, spread over the episode: each part gives its best first.
 * Returned in the order said.
 */
export function chooseSpread(
  index: TranscriptIndex,
  worth: number[],
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): number[] {
  const size = index.sentences.length;
  const ranked = worth
    .map((value, at) => ({ at, value }))
    .filter(({ at, value }) => value > 0 && !leaveOut.has(at))
    .sort((a, b) => b.value - a.value || a.at - b.at);
  const chosen: number[] = [];
  const perPart = new Map<number, number>();
  const seen = new Map<string, number>();
  const partOf = (at: number) => Math.floor((at * count) / Math.max(1, size));
  const floor = ranked[count * WORTHY]?.value ?? 0;
  const next = (most: number, least: number) => {
    let best: number | undefined;
    let bestWorth = 0;
    for (const { at, value } of ranked) {
      if (value < least || value <= bestWorth) break;
      if (chosen.includes(at) || (perPart.get(partOf(at)) ?? 0) >= most) continue;
      const worth = value * freshness(index, at, seen);
      if (worth <= bestWorth || chosen.some((other) => repeats(index, at, other))) continue;
      [best, bestWorth] = [at, worth];
    }
    return best;
  };
  for (const [most, least] of [
    [1, floor],
    [2, floor],
    [count, 0],
  ] as const) {
    for (let at = next(most, least); at !== undefined && chosen.length < count; ) {
      chosen.push(at);
      perPart.set(partOf(at), (perPart.get(partOf(at)) ?? 0) + 1);
      for (const stem of new Set(index.stems[at])) seen.set(stem, (seen.get(stem) ?? 0) + 1);
      at = next(most, least);
    }
  }
  return chosen.sort((a, b) => a - b);
}

/** How much of what a sentence speaks of was not in those chosen, 0 to 1. */
function freshness(index: TranscriptIndex, at: number, seen: Map<string, number>): number {
  let all = 0;
  let fresh = 0;
  for (const stem of new Set(index.stems[at])) {
    const worth = (index.postings.get(stem)?.length ?? 1) ** 0.5;
    all += worth;
    fresh += worth / (1 + (seen.get(stem) ?? 0));
  }
  return fresh / Math.max(all, 1e-9);
}

function repeats({ stems }: TranscriptIndex, one: number, other: number): boolean {
  return isLike(stems[one] ?? [], stems[other] ?? []);
}

/** True where two sentences say so much the same that one will do. */
export function isLike(one: string[], other: string[], share = 0.6): boolean {
  const first = new Set(one);
  const second = new Set(other);
  let common = 0;
  for (const stem of first) if (second.has(stem)) common++;
  return common / Math.max(1, Math.min(first.size, second.size)) > share;
}
