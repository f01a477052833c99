/** Scores every sentence of an episode, depending on the kind of episode and the reader. */
import { cachedBy } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE, withoutPauses } from '../../platform/pauses.ts';
import type { AssistantEpisode } from '../assistant.ts';
import { isIntroduction, OPENING_SENTENCES } from '../retrieval/people.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import {
  ABOUT_SHOW,
  ADVISES,
  COMMANDS,
  type EpisodeKind,
  FILLER,
  HEDGES,
  HESITATIONS,
  HOUSEKEEPING,
  KIND_CUES,
  LEANS,
  LEANS_INSIDE,
  MATTERS,
  NO_ADVICE,
  OPENS_LOOSE,
  PERSONAL,
  PITCH,
  PLANS,
  REJECTS,
  REPORTED_ADVICE,
  SPONSORED_BY,
} from '../retrieval/speech-cues.ts';
import { rarity, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { frequencyOf, type WordVectors } from '../retrieval/word-vectors.ts';
import { topicStems } from '../retrieval/words.ts';

/** An episode with everything that the embedded assistant derives from it. */
export interface Known {
  episode: AssistantEpisode;
  index: TranscriptIndex;
  vectors: WordVectors | null;
  kind: EpisodeKind;
}

/** How often cues occur per thousand words in each kind, and a word that every such episode has. */
const KINDS: Record<Exclude<EpisodeKind, 'talk'>, { often: number; surely: RegExp }> = {
  earnings: {
    often: 4,
    surely:
      /\b(?:earnings (?:call|webcast)|conference call|results (?:call|webcast)|quarter\w* (?:\w+ ){0,4}(?:results|earnings|call))\b/i,
  },
  argument: {
    often: 4,
    surely: /\b(?:may it please the court|your honou?r|mr\. chief justice)\b/i,
  },
  clinic: {
    often: 5,
    surely:
      /\b(?:go ahead and (?:order|prescribe|get|do)|i'd like to (?:order|get|start|prescribe|refer)|i(?:'m going to|'ll| will) (?:order|prescribe|refer|examine)|(?:your|physical) exam|take a (?:quick )?(?:look|listen))\b/i,
  },
};
const CHARS_READ = 60_000;

const SPEAKS_IN_CLINIC = /^(?:doctor|dr|physician|clinician|nurse|patient)\b/i;

/** Every question about an episode needs its kind. */
export const kindOfEpisode = cachedBy(({ sentences, speakers }: TranscriptIndex): EpisodeKind => {
  if (speakers.length > 1 && speakers.slice(0, 2).every((name) => SPEAKS_IN_CLINIC.test(name)))
    return 'clinic';
  const parts: string[] = [];
  let length = 0;
  for (const { text } of sentences) {
    if (length > CHARS_READ) break;
    parts.push(text);
    length += text.length;
  }
  const said = parts.join(' ');
  const thousands = Math.max(0.3, said.length / 5_500);
  for (const kind of ['argument', 'earnings', 'clinic'] as const) {
    const { often, surely } = KINDS[kind];
    const times = said.match(KIND_CUES[kind])?.length ?? 0;
    if (surely.test(said) && times / thousands >= often) return kind;
  }
  return 'talk';
});

const SHORTEST = 7;
const LONGEST = 42;
const BALANCED: [RegExp, RegExp][] = [
  [/“/g, /”/g],
  [/[([]/g, /[)\]]/g],
];
const STUTTERS = /\b(\p{L}+)(?:,? --?)? \1\b|(?:^| )(?![aio] )\p{L} (?!\d)| -- /iu;
const HAS_VERB =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|will|would|should|may|might|must|cannot|let|\p{L}+n['’]t|\p{L}+['’](?:re|ve|ll|d|m|s)|\p{L}{2,}(?:ed|es|ts|ks|ns|ls|rs|ds|ps)|[Ww]e|I|you|they|grew|rose|fell|came|went|made|took|got|gave|paid|said|cost)\b/u;

/** How well a sentence is understood on its own, 0 to 1; 0 if it has no content. */
export const standsAlone = cachedBy(({ text, words, whole, isFragment }: Sentence): number => {
  if (words < SHORTEST || words > LONGEST * 1.6 || isAsking(text)) return 0;
  if (HOUSEKEEPING.test(text) || !HAS_VERB.test(text)) return 0;
  let worth = words > LONGEST ? 0.6 : 1;
  if (/^Not\b/.test(text)) worth *= 0.4;
  if (LEANS.test(text) || ASKS_WITHOUT_MARK.test(text)) worth *= 0.35;
  else if (OPENS_LOOSE.test(text)) worth *= 0.65;
  if (LEANS_INSIDE.test(text)) worth *= 0.5;
  if (STUTTERS.test(text)) worth *= 0.5;
  if (!whole) worth *= 0.6;
  if (isFragment) worth *= 0.35;
  if (!/[.!"”’)。！]$/.test(text)) worth *= 0.75;
  if (/(?:\.\.\.|…|--|[-–—])["”’]?$|^[^\p{L}\p{N}"“‘(¿¡$€£]/u.test(text)) worth *= 0.4;
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0;
  if (BALANCED.some(([open, close]) => count(open) !== count(close)) || count(/"/g) % 2 === 1) {
    worth *= 0.35;
  }
  return worth * 0.8 ** count(FILLER);
});

/** A question that the transcript ends with a full stop; 'What is new is that …' has a second verb. */
const ASKS_WITHOUT_MARK =
  /^(?:(?:and|but|so|well|now|okay),? )?(?:what|who|where|when|why|how|which)(?:['’]s|['’]re| (?:is|are|was|were|do|does|did|can|could|would|will|should))\b(?!.* (?:is|was|are|were) )/i;

export function isAsking(text: string): boolean {
  return /\?["'”’)\]]*$/.test(text);
}

const PITCH_REACH = 5;

/** Returns the sentences of advertisements: pitches, what is between two, and what names the sponsor next. */
export const advertised = cachedBy((index: TranscriptIndex): ReadonlySet<number> => {
  const all = new Set<number>();
  let last = Number.NEGATIVE_INFINITY;
  let sponsors: string[] = [];
  for (const { index: at, text } of index.sentences) {
    const isNear = at - last <= PITCH_REACH * 2;
    const isPitch = PITCH.test(text);
    if (!isPitch && !(isNear && sponsors.some((name) => text.includes(name)))) continue;
    for (let by = isNear ? last : at; by <= at; by++) all.add(by);
    if (isPitch) {
      last = at;
      sponsors = SPONSORED_BY.exec(text)?.[1]?.match(/\p{Lu}[\p{L}\p{N}'’-]+/gu) ?? sponsors;
    }
  }
  return all;
});

/** Words of the title or description describe the subject best. */
const TITLED = 1.3;
/** In an episode of so many sentences, a word that is said once names no subject. */
const LONG = 400;
const MOST_CUES = 4;
const ASIDE = 0.1;

/** The start of an argument in court. */
const OPENS = /\bmay it please the court\b/i;
const OPENING = 12;
const OPENS_ARGUMENT = 1.2;

const OWN = /\b(?:i|me|my)\b/i;

/** Feelings, memories and guesses matter less, except when a patient has them. */
function sureness(text: string): number {
  if (HEDGES.test(text)) return 0.3;
  if (PERSONAL.test(text)) return 0.4;
  return OWN.test(text) ? 0.8 : 1;
}

interface Worths {
  /** What each sentence teaches. */
  taught: number[];
  /** The same, with what the show says about itself. */
  said: number[];
}

const worths = new WeakMap<Known, Worths>();

/** Scores every sentence of an episode by what it teaches. */
export const worthOf = (known: Known): number[] => worthsOf(known).taught;

/** The same for a summary, where a show's own announcement may be the best sentence. */
export const worthInSummary = (known: Known): number[] => worthsOf(known).said;

const worthsOf = (known: Known) => worths.get(known) ?? withoutPauses(weighing(known));

/** Scores every sentence of an episode, in steps. */
export function* weighing(known: Known): Generator<void, Worths> {
  const isTimeToPause = createPauseMeter();
  const { index, episode, kind } = known;
  const about = new Set(topicStems(`${episode.title} ${episode.description}`));
  const adverts = advertised(index);
  yield;
  const weight = new Map<string, number>();
  // The longer an episode, the less it means that a word is said once.
  const chance = Math.min(1, index.sentences.length / LONG);
  for (const [stem, places] of index.postings) {
    const often = (Math.min(places.length, 30) - chance) ** 0.8 * rarity(index, stem) ** 0.5;
    // A word rare in English is a term; a word only rare here may be chance.
    const tells = known.vectors ? Math.log(frequencyOf(known.vectors, stem)) ** 2 : 1;
    weight.set(stem, often * tells * (about.has(stem) ? TITLED : 1));
  }
  const topical = index.stems.map((stems) => {
    const own = new Set(stems);
    let sum = 0;
    for (const stem of own) sum += weight.get(stem) ?? 0;
    return sum / (own.size + 6) ** 0.6;
  });
  const most = topical.reduce((best, value) => Math.max(best, value), 1e-9);
  yield;
  let opened = Number.NEGATIVE_INFINITY;
  const all: Worths = { taught: [], said: [] };
  for (const [i, sentence] of index.sentences.entries()) {
    const { text } = sentence;
    if (isTimeToPause(SENTENCE + text.length)) yield;
    if (OPENS.test(text)) opened = i;
    const alone = adverts.has(i) ? 0 : standsAlone(sentence);
    const isAboutShow = kind === 'talk' && ABOUT_SHOW.test(text);
    if (alone === 0 || tellsWhoSomebodyIs(known, sentence) || (isAboutShow && OWN.test(text))) {
      all.said.push(0);
      all.taught.push(0);
      continue;
    }
    let cues = 1;
    for (const [cue, weight] of MATTERS[kind]) {
      cues += weight * Math.min(MOST_CUES, text.match(cue)?.length ?? 0);
    }
    const length = Math.min(1, 0.45 + sentence.words / 30);
    if (kind === 'argument' && i < opened + OPENING) cues += OPENS_ARGUMENT;
    if (kind !== 'clinic') cues *= sureness(text);
    const worth = alone * length * (ASIDE + (topical[i] ?? 0) / most) * cues;
    all.said.push(worth);
    all.taught.push(isAboutShow ? 0 : worth);
  }
  worths.set(known, all);
  return all;
}

/** Which teaches nothing about the subject, except in a visit at a doctor's. */
function tellsWhoSomebodyIs({ index, kind }: Known, sentence: Sentence): boolean {
  if (kind === 'clinic') return false;
  const isEarly = sentence.index < OPENING_SENTENCES;
  return isIntroduction(sentence.text, index.speakers, { isEarly });
}

export interface Advice {
  sentence: number;
  worth: number;
}

/** A rejection within this many sentences cancels a statement. */
const REJECTED_WITHIN = 3;

/** Arguments in court and earnings calls give listeners no advice. */
const GIVES_ADVICE = { talk: true, clinic: true, argument: false, earnings: false };

/** Returns advice that nobody rejects right afterwards. */
export function adviceIn(known: Known): Advice[] {
  if (!GIVES_ADVICE[known.kind]) return [];
  const { index } = known;
  const worth = worthOf(known);
  return index.sentences.flatMap(({ index: at, text, speaker, turn }): Advice[] => {
    const value = worth[at] ?? 0;
    if (value === 0) return [];
    const plain = text.replace(HESITATIONS, '');
    const isPlan = known.kind === 'clinic' && PLANS.test(plain);
    const isAdvice = ADVISES.test(plain) || COMMANDS.test(plain);
    const isOther = NO_ADVICE.test(plain) || REPORTED_ADVICE.test(plain);
    if (!isPlan && (!isAdvice || isOther)) return [];
    const after = index.sentences.slice(at + 1, at + 1 + REJECTED_WITHIN);
    const isRejected = after.some(
      (reply) => reply.turn !== turn && reply.speaker !== speaker && REJECTS.test(reply.text),
    );
    return isRejected ? [] : [{ sentence: at, worth: value }];
  });
}

/** Two sentences that share more than this say the same thing. */
const ALIKE = 0.5;
/** The factor for another sentence of the same part. */
const SAME_STRETCH = 0.55;

/** Returns the `count` best sentences from all parts of the episode, in order and without duplicates. */
export function chooseSpread(
  index: TranscriptIndex,
  worth: number[],
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): number[] {
  const stretch = Math.max(1, index.sentences.length / Math.max(1, count));
  const ranked = worth
    .map((value, i) => ({ at: i, value }))
    .filter(({ at, value }) => value > 0 && !leaveOut.has(at))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, count * 12 + 40);
  const chosen: number[] = [];
  const taken = new Map<number, number>();
  while (chosen.length < count && ranked.length > 0) {
    let best = -1;
    let most = 0;
    ranked.forEach(({ at, value }, place) => {
      const discounted = value * SAME_STRETCH ** (taken.get(Math.floor(at / stretch)) ?? 0);
      if (discounted > most) [best, most] = [place, discounted];
    });
    const [next] = ranked.splice(best, 1);
    if (best < 0 || next === undefined) break;
    if (chosen.some((other) => areAlike(index.stems[next.at], index.stems[other]))) continue;
    chosen.push(next.at);
    const place = Math.floor(next.at / stretch);
    taken.set(place, (taken.get(place) ?? 0) + 1);
  }
  return chosen.sort((a, b) => a - b);
}

export function areAlike(one: string[] = [], other: string[] = []): boolean {
  const held = new Set(other);
  const own = new Set(one);
  const common = [...own].filter((stem) => held.has(stem)).length;
  return common / Math.max(1, Math.min(own.size, held.size)) > ALIKE;
}
