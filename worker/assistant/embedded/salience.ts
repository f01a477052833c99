/** Scores every sentence of an episode, depending on the kind of episode and the reader. */
import { cachedBy, cachedSteps } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { informativeFigures } from '../check/figures.ts';
import { lowercaseWordsIn } from '../check/names.ts';
import { isCommand } from '../language/advice.ts';
import { MEDICAL, SALIENCE_CUES, SALIENCE_FACTORS } from '../language/kinds.ts';
import { OPENS_SPEECH } from '../language/speech-cues.ts';
import { isStopWord, stemsOf, topicStems } from '../language/words.ts';
import { advertSentences, signOffFrom } from '../retrieval/adverts.ts';
import { isIntroduction } from '../retrieval/introductions.ts';
import { speakerStems } from '../retrieval/noun-phrases.ts';
import { sentenceVectorsIn, similarStems } from '../retrieval/sentence-vectors.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { OPENING_SENTENCES } from '../retrieval/speaker-roles.ts';
import {
  clarityAtAnyLength,
  MIN_CLEAR_WORDS,
  standaloneClarity,
} from '../retrieval/standalone-clarity.ts';
import { passageRarity, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { dotProduct, termSpecificity } from '../retrieval/word-vectors.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

/** A word that is said more often tells no more of the subject. */
const MAX_COUNTED_TIMES = 30;
/** In an episode of so many sentences, a word that is said once names no subject. */
const LONG_EPISODE_SENTENCES = 400;

const OPENING = 12;
const OPENING_CUE = 1.2;

/** Where the court interrupts, nothing is stated. */
const INTERRUPTED = /[-–—]$/;

/** The first sentences of each side's speech in court, which state its position. */
export const openingsIn = cachedBy(({ sentences }: TranscriptIndex): Sentence[][] =>
  sentences
    .filter(({ text }) => OPENS_SPEECH.test(text))
    .map(({ index, speaker }) =>
      sentences
        .slice(index, index + OPENING)
        .filter((one) => one.speaker === speaker && !INTERRUPTED.test(one.text)),
    ),
);

/** What each medical word adds to a sentence. With 0.5, insights cover half a point less of the doctor's note. */
const MEDICAL_CUE = 2;

/** The stems of a visit that are medical; none of other episodes. */
function medicalStemsIn({ kind, index, vectors }: EpisodeAnalysis): ReadonlySet<string> {
  const medical = kind === 'clinic' ? [...stemsOf(MEDICAL)] : [];
  const similar = medical.flatMap((stem) => similarStems(index, vectors, stem));
  return new Set([...medical, ...similar.map(([stem]) => stem)]);
}

/** The factor for each figure of a talk, where figures are details. */
const FIGURE_FACTOR = 0.75;
/** The factor for all that a talk is mainly about, and up to how much of it. Source: see `SALIENCE_FACTORS`. */
const MAIN_WORDS = { factor: 2.7, max: 1.5 };
/**
 * A sentence of a talk counts in full if it has so many words. Source: see `SALIENCE_FACTORS`; the regression's power is
 * 1.8, and with 1.4 as many takeaways are marked, which are a little shorter.
 */
const FULL_LENGTH = { words: 25, power: 1.5 };

/** What makes a sentence of a talk worth more or less besides its words. */
function talkFactor(
  analysis: EpisodeAnalysis,
  stems: ReadonlySet<string>,
  { words }: Sentence,
): number {
  const main = mainStems(analysis);
  let named = 0;
  for (const stem of stems) named += main.get(stem) ?? 0;
  const subject = MAIN_WORDS.factor ** Math.min(MAIN_WORDS.max, named);
  const length = Math.min(1, words / FULL_LENGTH.words) ** FULL_LENGTH.power;
  return subject * length;
}

const lengthFactor = ({ words }: Sentence) => Math.min(1, 0.45 + words / 30);

interface Salience {
  /** How much each stem tells of the episode's subject. */
  stems: ReadonlyMap<string, number>;
  /** What each sentence teaches. */
  sentences: number[];
}

/** Returns the sentences that teach most of those that are meant, the best first; even some that teach nothing. */
export function mostSalient(
  analysis: EpisodeAnalysis,
  count: number,
  isMeant: (sentence: Sentence) => boolean,
): number[] {
  const salience = salienceOf(analysis).sentences;
  return analysis.index.sentences
    .filter(isMeant)
    .map(({ index }) => index)
    .sort((a, b) => (salience[b] ?? 0) - (salience[a] ?? 0) || a - b)
    .slice(0, count);
}

/** Words that tell as much of the subject as the third best count in full. */
const MAIN_RANK = 3;

const mostTold = cachedBy((analysis: EpisodeAnalysis): number => {
  const all = [...salienceOf(analysis).stems.values()].sort((a, b) => b - a);
  return all[MAIN_RANK - 1] || 1;
});

/**
 * The stems of what an episode's title says of its subject, if the episode says them. Who speaks and what the podcast is
 * called is no subject of this one: 'The Bread Hour 83: Rye'.
 */
export const subjectsInTitle = cachedBy(
  ({ episode, index }: EpisodeAnalysis): ReadonlySet<string> => {
    const others = new Set([...speakerStems(index), ...topicStems(episode.podcastTitle)]);
    const isSubject = (stem: string) => index.postings.has(stem) && !others.has(stem);
    return new Set(topicStems(episode.title).filter(isSubject));
  },
);

/** How many main words of the episode a sentence has, each by what it tells of the subject; those of the title in full. */
export function mainWordCount(analysis: EpisodeAnalysis, at: number): number {
  const { stems } = salienceOf(analysis);
  const titled = subjectsInTitle(analysis);
  let named = 0;
  for (const stem of new Set(analysis.index.stems[at]))
    named += titled.has(stem) ? 1 : Math.min(1, (stems.get(stem) ?? 0) / mostTold(analysis));
  return named;
}

/** A command may be short: 'Check your tax code.' */
const MIN_COMMAND_WORDS = 3;
const clarityOf = (sentence: Sentence): number =>
  sentence.words >= MIN_COMMAND_WORDS && isCommand(sentence.text)
    ? clarityAtAnyLength(sentence)
    : standaloneClarity(sentence);

/** Scores every stem and every sentence of an episode. */
export const salienceOf = cachedSteps(function* (
  analysis: EpisodeAnalysis,
): Generator<void, Salience> {
  const isTimeToPause = createPauseMeter();
  const { index, kind } = analysis;
  const adverts = advertSentences(index);
  const closing = kind === 'talk' ? signOffFrom(index) : index.sentences.length;
  yield;
  const stems = stemWeights(analysis);
  yield;
  if (analysis.vectors) yield* sentenceVectorsIn.inSteps(index, analysis.vectors);
  const centralityOf = centralityIn(analysis);
  yield;
  const sentences: number[] = [];
  const medical = medicalStemsIn(analysis);
  yield;
  const opening = new Set(kind === 'argument' ? openingsIn(index).flat() : []);
  for (const [i, sentence] of index.sentences.entries()) {
    const { text } = sentence;
    if (isTimeToPause(SENTENCE + text.length)) yield;
    const alone = adverts.has(i) || i >= closing ? 0 : clarityOf(sentence);
    if (alone === 0 || introducesSomebody(analysis, sentence) || namesItself(analysis, text)) {
      sentences.push(0);
      continue;
    }
    const own = new Set(index.stems[i]);
    let topical = 0;
    for (const stem of own) topical += stems.get(stem) ?? 0;
    let cues = 1;
    for (const [cue, weight] of SALIENCE_CUES[kind]) {
      cues += weight * (text.match(cue)?.length ?? 0);
    }
    if (opening.has(sentence)) cues += OPENING_CUE;
    for (const stem of own) if (medical.has(stem)) cues += MEDICAL_CUE;
    for (const [cue, factor] of SALIENCE_FACTORS[kind])
      cues *= factor ** (text.match(cue)?.length ?? 0);
    // Reading figures is slow, so it is done here, in steps; later calls find them cached.
    const figures = informativeFigures(sentence).length;
    const form =
      kind === 'talk'
        ? talkFactor(analysis, own, sentence) * FIGURE_FACTOR ** figures
        : lengthFactor(sentence);
    const subject = (topical / Math.sqrt(own.size + 6)) * centralityOf(i);
    sentences.push(alone * form * cues * subject);
  }
  return { stems, sentences };
});

/**
 * A word counts by how often it is said, and by how rare it is here and in English. 'Awesome!', 'Bye' and what
 * a sponsor is called are no subject.
 */
function stemWeights(analysis: EpisodeAnalysis): Map<string, number> {
  const { index } = analysis;
  // The longer an episode, the less it means that a word is said once.
  const chance = Math.min(1, index.sentences.length / LONG_EPISODE_SENTENCES);
  const weights = new Map<string, number>();
  for (const [stem, said] of timesTold(analysis)) {
    const times = Math.min(said, MAX_COUNTED_TIMES);
    const often = Math.max(0, times - chance) ** 0.8 * passageRarity(index, stem) ** 0.5;
    weights.set(stem, often * termSpecificity(analysis.vectors, stem));
  }
  return weights;
}

/** Numbers as people say them: 'three' has the stem '3'. */
const MAGNITUDES = stemsOf(['hundred', 'thousand', 'million', 'billion', 'half', 'percent']);
const isNumber = (stem: string) => /^\d/.test(stem) || MAGNITUDES.has(stem);

/**
 * How often each stem is said in sentences that tell something. Numbers are everywhere in talks and never the
 * subject; earnings calls are about them.
 */
const timesTold = cachedBy(({ index, kind }: EpisodeAnalysis): ReadonlyMap<string, number> => {
  const adverts = advertSentences(index);
  const tellsSomething = (at: number) =>
    !adverts.has(at) && (index.sentences[at]?.words ?? 0) >= MIN_CLEAR_WORDS;
  return new Map(
    [...index.postings]
      .filter(([stem]) => kind !== 'talk' || !isNumber(stem))
      .map(([stem, places]) => [stem, places.filter(tellsSomething).length]),
  );
});

/**
 * How much an episode is about each stem, relative to its main one, 0 to 1. Unlike what a sentence is worth, this
 * counts what is said throughout.
 */
export const mainStems = cachedBy((analysis: EpisodeAnalysis): ReadonlyMap<string, number> => {
  const told = [...timesTold(analysis)].map(([stem, times]): [string, number] => [
    stem,
    times * termSpecificity(analysis.vectors, stem),
  ]);
  const most = told.reduce((best, [, value]) => Math.max(best, value), 1e-9);
  return new Map(told.map(([stem, value]) => [stem, value / most]));
});

/** Compared with more of the others, a sentence's centrality hardly changes. */
const MAX_COMPARED = 400;
/** Of a sentence that is similar to no other. */
const MIN_CENTRALITY = 0.01;

/**
 * How similar in meaning a sentence is to the others, on average (Erkan and Radev, 'LexRank: graph-based
 * lexical centrality as salience in text summarization', 2004).
 */
function centralityIn({ index, vectors }: EpisodeAnalysis): (at: number) => number {
  if (vectors === null) return () => 1;
  const meanings = sentenceVectorsIn(index, vectors).sentences;
  const step = Math.max(1, Math.ceil(meanings.length / MAX_COMPARED));
  const compared = meanings.filter((meaning, i) => meaning !== null && i % step === 0);
  return (at) => {
    const own = meanings[at];
    if (!own) return MIN_CENTRALITY;
    let sum = 0;
    for (const other of compared) {
      if (other !== null && other !== own) sum += Math.max(0, dotProduct(own, other));
    }
    return MIN_CENTRALITY + sum / Math.max(1, compared.length);
  };
}

/** Such sentences say nothing on topic. */
export function introducesSomebody({ index }: EpisodeAnalysis, sentence: Sentence): boolean {
  const isEarly = sentence.index < OPENING_SENTENCES;
  return isIntroduction(sentence.text, index.speakers, { isEarly });
}

const NAME_WORD = /(?<!\p{L})\p{Lu}\p{Ll}{2,}(?!\p{L})/gu;

/** The names of those who speak, word by word, except for those that are words here: 'Mark'. */
const namesOfThoseWhoSpeak = cachedBy(({ index }: EpisodeAnalysis): ReadonlySet<string> => {
  const small = lowercaseWordsIn(index.lines);
  const names = index.speakers.flatMap((speaker) => speaker.match(NAME_WORD) ?? []);
  const isName = (word: string) => !small.has(word) && !isStopWord(word);
  return new Set(names.filter((name) => isName(name.toLowerCase())));
});

/** Whether a talk names its show or whoever speaks there. That is said to them or of them, and seldom teaches anything. */
function namesItself(analysis: EpisodeAnalysis, text: string): boolean {
  const { kind, episode } = analysis;
  if (kind !== 'talk') return false;
  const names = namesOfThoseWhoSpeak(analysis);
  // A show of one word is mostly called after its subject.
  const isShow = episode.podcastTitle.includes(' ') && text.includes(episode.podcastTitle);
  return isShow || (text.match(NAME_WORD) ?? []).some((word) => names.has(word));
}
