/** Writes an insight in the episode's own words: gist, takeaways, actions, quotations and topics; and its theme. */
import { type AssistantEpisode, nounOf, type Reader } from '../assistant.ts';
import type { Insight, Statement } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { isOfShow, withoutOpening } from '../retrieval/speech-cues.ts';
import { findingTopics, phrasesOf, titleOf, titleStems } from '../retrieval/topics.ts';
import { capitalised, topicStems } from '../retrieval/words.ts';
import { isAdvice } from './advice.ts';
import type { Known } from './known.ts';
import { openingOf } from './opening.ts';
import { type Fit, fitOf } from './reader-fit.ts';
import { evidenceOf, statementOf } from './statements.ts';
import {
  areAlike,
  chooseSpread,
  namesSubject,
  standsAlone,
  tellsWhoSomebodyIs,
  weighing,
  worthOf,
} from './what-matters.ts';

const madeOf = (episode: AssistantEpisode) =>
  `Selected from the ${nounOf(episode)}'s own sentences without an AI model; quotations are verbatim.`;

/** How many sentences sum up an episode. */
export const GIST = 2;
const TAKEAWAYS = { fewest: 5, most: 8 };
/** People listen to earnings calls for the figures. */
const TAKEAWAYS_OF_RESULTS = 12;
/** With fewer standalone sentences than this, the best others are used too. */
const FEWEST = 3;
const ACTIONS = 5;
const QUOTATIONS = 3;
/** Below this, a sentence depends too much on others to be shown alone. */
const READABLE = 0.4;
/** Advice is acted on, so it has to be clearer and name its subject. */
const ACTIONABLE = { alone: 0.61, named: 1 };

/** Writes an insight in steps. */
export function* writingInsight(known: Known, reader: Reader): Generator<void, Insight> {
  yield* weighing(known);
  const { index, episode } = known;
  const fit = fitOf(known, reader);
  // Advice may also be the gist or a takeaway, but belongs where the reader can act on it.
  const actions = actionsOf(known, fit, ACTIONS);
  const taken = new Set(actions);
  yield;
  const gist = gistOf(known, GIST, taken);
  for (const sentence of gist) taken.add(sentence);
  yield;
  const isSaid = new Set(taken);
  take(known, isSaid, [...taken]);
  const count = takeawaysFor(known);
  const news = takeawaysOf(known, fit, count, isSaid, FEWEST);
  // Where all sentences are alike, one that repeats the gist is better than none.
  const takeaways = news.length > 0 ? news : takeawaysOf(known, fit, count, taken, FEWEST);
  take(known, isSaid, takeaways);
  yield;
  const quotations = quotationsOf(known, QUOTATIONS, isSaid);
  yield;
  const about = titleStems(episode);
  const topics = yield* findingTopics(index, about);
  return {
    note: madeOf(episode),
    gist: statements(known, gist),
    takeaways: statements(known, takeaways, fit),
    actions: statements(known, actions, fit),
    quotations: statements(known, quotations).flatMap(({ evidence }) => evidence),
    topics: topics.map((topic) => ({
      title: titleOf(topic),
      evidence: evidenceOf(index.sentences.slice(topic.from, topic.from + 1)),
    })),
  };
}

/** Adds sentences to those of an insight, with all others that say the same. */
function take({ index }: Known, taken: Set<number>, chosen: number[]): void {
  for (const i of chosen) taken.add(i);
  for (const [at, stems] of index.stems.entries())
    if (chosen.some((i) => areAlike(stems, index.stems[i]))) taken.add(at);
}

/** Turns sentences into statements, with the reason why they suit the reader. */
export function statements({ index }: Known, places: number[], fit?: Fit): Statement[] {
  return places.map((i) => {
    const said = index.sentences
      .slice(i, i + 1)
      .map((sentence) => ({ ...sentence, text: capitalised(withoutOpening(sentence.text)) }));
    return statementOf(said, fit?.because(i));
  });
}

function takeawaysFor({ index, kind }: Known): number {
  if (kind === 'earnings') return TAKEAWAYS_OF_RESULTS;
  const byLength = Math.round(index.passages.length / 2);
  return Math.max(TAKEAWAYS.fewest, Math.min(TAKEAWAYS.most, byLength));
}

/** Shows say at their start what they are about: of the first sentences, one counts up to twice. */
const LEAD = { sentences: 60, share: 0.1 };

function leadOf({ kind, index }: Known, at: number): number {
  if (kind !== 'talk') return 1;
  return 1 + Math.exp(-at / Math.max(LEAD.sentences, LEAD.share * index.sentences.length));
}

/** Returns one or two sentences that sum up the episode. */
export function gistOf(
  known: Known,
  count = GIST,
  leaveOut: ReadonlySet<number> = new Set(),
): number[] {
  const own = openingOf(known, count);
  const others = new Set([...leaveOut, ...own]);
  const worth = worthOf(known).map((value, at) => value * leadOf(known, at));
  const rest = chooseSpread(known, worth, count - own.length, others);
  const chosen = [...own, ...rest].sort((a, b) => a - b);
  return orAny(known, chosen, count);
}

/** Returns the most important sentences, one per part of the episode. */
export function takeawaysOf(
  known: Known,
  fit: Fit,
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
  fewest = count,
): number[] {
  const worth = worthOf(known).map((value, index) => value * fit.lift(index));
  return orAny(known, chooseSpread(known, worth, count, leaveOut), fewest, leaveOut);
}

/** Returns advice from the episode, best for the reader first. None is better than bad advice. */
export function actionsOf(
  known: Known,
  fit: Fit,
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): number[] {
  const { index, kind } = known;
  // At the doctor's, the patient knows what is meant.
  const isActionable = (sentence: Sentence) =>
    kind === 'clinic'
      ? standsAlone(sentence) >= READABLE
      : standsAlone(sentence) >= ACTIONABLE.alone &&
        namesSubject(known, sentence.index) >= ACTIONABLE.named;
  const worth = worthOf(known).map((value, at) => {
    const sentence = index.sentences[at];
    if (sentence === undefined || value === 0 || !isActionable(sentence)) return 0;
    return isAdvice(known, sentence) ? value * fit.lift(at) : 0;
  });
  return chooseSpread(known, worth, count, leaveOut);
}

const POINTED =
  /\b(?:never|always|nobody|everybody|everyone|nothing|every|only|wrong|truth|as if|rather than|instead of|love|hate|fear|trust|hope|dream|believe|secret|honest)\b|\b(?:is|are|was) not\b|n['’]t\b/gi;

/** Returns quotable sentences: pointed, short and complete. */
export function quotationsOf(
  known: Known,
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): number[] {
  const { index } = known;
  const worth = worthOf(known).map((value, i) => {
    const sentence = index.sentences[i];
    if (sentence === undefined || standsAlone(sentence) < READABLE || sentence.words > 34) return 0;
    const length = 1 - Math.abs(sentence.words - 17) / 40;
    return value ** 0.5 * length * (1 + 0.35 * (sentence.text.match(POINTED)?.length ?? 0));
  });
  return chooseSpread(known, worth, count, leaveOut);
}

/** If no sentence stands alone, returns the best there are, because an insight is never refused. */
function orAny(
  known: Known,
  chosen: number[],
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): number[] {
  if (chosen.length >= count) return chosen;
  const taken = new Set([...chosen, ...leaveOut]);
  const others = known.index.sentences
    .filter(({ index: at, words }) => !taken.has(at) && words > 2)
    .sort((a, b) => Math.min(b.words, 30) - Math.min(a.words, 30) || a.index - b.index);
  const telling = others.filter((one) => !isOfShow(one.text) && !tellsWhoSomebodyIs(known, one));
  const isNothingElse = chosen.length + telling.length === 0;
  const rest = (isNothingElse ? others : telling).slice(0, count - chosen.length);
  return [...chosen, ...rest.map(({ index: at }) => at)].sort((a, b) => a - b);
}

/** Phrases considered for an episode's theme, most distinctive first. */
const CANDIDATES = 12;

/** Returns what the title or description and the talk have in common, preferably two words. */
export function themeOf({ episode, index }: Known): string {
  if (episode.category !== undefined) return episode.category;
  const about = titleStems(episode);
  const phrases = phrasesOf(index, CANDIDATES, about);
  const inTitle = (phrase: string) => topicStems(phrase).some((stem) => about.has(stem));
  const theme =
    phrases.find((phrase) => inTitle(phrase) && phrase.includes(' ')) ?? phrases.find(inTitle);
  if (theme === undefined) return episode.podcastTitle;
  return capitalised(theme);
}
