/**
 * What a quiz can ask about an episode: which of four sentences about a subject somebody said, or was said in one part
 * of it, which figure a sentence gives (`quiz-figures.ts`) and how it goes on (`quiz-endings.ts`).
 */
import { createPauseMeter, mapInSteps } from '../../platform/pauses.ts';
import { seededChance } from '../../platform/seeded-random.ts';
import { nounOf } from '../assistant.ts';
import { bareText } from '../duplicate-questions.ts';
import { plainSpeech } from '../language/plain-speech.ts';
import { PERSON } from '../language/request-words.ts';
import { GIVES_EXAMPLE } from '../language/speech-cues.ts';
import { countWords, topicStems } from '../language/words.ts';
import { sentencesAsking } from '../retrieval/replies.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { namesOfSpeakers } from '../retrieval/speaker-roles.ts';
import { standaloneClarity } from '../retrieval/standalone-clarity.ts';
import { subjectShares, subjectsOf } from '../retrieval/subjects.ts';
import { findTopics, nameOfTopic, type TopicSegment, titleStems } from '../retrieval/topics.ts';
import { rarityOf } from '../retrieval/word-vectors.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { bodiesOf, endingQuestion, endsOf, shareTopicWords } from './quiz-endings.ts';
import { figureQuestions, MAX_OPTION_WORDS } from './quiz-figures.ts';
import { areAsLong, type WrongOption, wrongOptions } from './quiz-options.ts';
import { mainWordCount, salienceOf } from './salience.ts';

export interface Option {
  text: string;
  /** The text without punctuation, by which texts are compared. */
  bare: string;
  /** What it is made of. */
  sentence: Sentence;
}

/** A question; itself the right option. Kept for all quizzes, so it holds nothing of the analysis. */
export interface Question extends Pick<Option, 'text' | 'sentence'> {
  kind: 'speaker' | 'part' | 'figure' | 'duration' | 'clause' | 'half';
  question: string;
  /** What may be a wrong option, best first. */
  wrong: WrongOption[];
  /** Whether it is worth remembering, and clear to somebody who reads nothing else. */
  isGood: boolean;
  /** Whether it is only asked where others run short. */
  isPoor: boolean;
  /** What it is about, in stems. */
  topic: string;
  priority: number;
}

/** A question as it is found, before its wrong options are chosen. */
export interface DraftQuestion extends Option, Pick<Question, 'kind' | 'question'> {
  /** What the question gives away of its subject. */
  about: string;
  /** What may be a wrong option, best first. */
  distractors: () => Option[];
}

/** A sentence as an option shows it. */
export interface OptionSentence extends Option {
  /** Who says it, as a question calls them. */
  by: string;
  words: number;
  stems: ReadonlySet<string>;
  /** How much it matters. */
  salience: number;
  /** How clear it is to somebody who reads nothing else, 0 to 1. */
  clarity: number;
}

/** The sentences considered per episode, most important first. */
const MAX_SENTENCES = 400;
/** A sentence of fewer topic words says little, and can't be recognised when it was asked about before. */
const MIN_TOPIC_WORDS = 3;
/** How clear a sentence must be to be asked about first, to be an option as a whole, and to be asked about at all. */
const MIN_CLARITY = { asked: 0.66, shown: 0.5, atAll: 0.25 };
/** How much of the subject a sentence names that is asked about first. */
const MIN_MAIN_WORDS = 1;
/** A subject that the episode speaks of less, relative to its main one, tells nobody what a question is about. */
const MIN_SHARE = 0.2;
/** How many sentences of an episode are worth remembering: at least so many, or this share of a longer one. */
const WORTH_ASKING = { min: 30, share: 0.06 };

/** The most questions kept of an episode, best first: those of thirty quizzes about it alone. */
const MAX_QUESTIONS = 150;

/** The work for each sentence, as a pause meter counts it: to read it, and to find all that can be asked about it. */
const WORK_PER_SENTENCE = { reading: 1_000, asking: 5_000 };

/**
 * What is asked first. Sense alone tells the right clause of most, how long something took is mostly said by the way, and
 * half a sentence is seldom clear.
 */
export const RANK = { speaker: 0, part: 0, clause: 1, figure: 1, duration: 2, half: 3 };

/** Returns what can be asked about an episode, the same for everybody, in steps. */
export function* findQuestions(analysis: EpisodeAnalysis): Generator<void, Question[]> {
  yield* salienceOf.inSteps(analysis);
  yield* subjectShares.inSteps(analysis.index);
  const parts = yield* findParts(analysis);
  const sayings = yield* sayingsIn(analysis);
  const worth = Math.max(WORTH_ASKING.min, WORTH_ASKING.share * analysis.index.sentences.length);
  const minSalience = sayings[Math.floor(worth)]?.salience ?? 0;
  const cuts = yield* mapInSteps(sayings, WORK_PER_SENTENCE.reading, (saying) => {
    return { saying, ends: endsOf(saying) };
  });
  const clear = sayings.filter(({ clarity }) => clarity >= MIN_CLARITY.asked);
  const all = cuts.flatMap(({ ends }) => ends);
  const bodies = yield* bodiesOf(analysis.index, all, clear);
  const chance = seededChance(analysis.episode.id);
  const found: (Omit<Question, 'wrong'> & { asked: DraftQuestion })[] = [];
  const isTimeToPause = createPauseMeter();
  for (const { saying, ends } of cuts) {
    if (isTimeToPause(WORK_PER_SENTENCE.asking)) yield;
    const { sentence, salience, clarity } = saying;
    const subjects = subjectsOf(analysis.index, saying.text);
    const isWorthAsking =
      salience >= minSalience &&
      clarity >= MIN_CLARITY.asked &&
      mainWordCount(analysis, sentence.index) >= MIN_MAIN_WORDS;
    for (const asked of [
      ...speakerQuestions(analysis, saying, sayings),
      ...partQuestions(analysis, saying, sayings, parts),
      ...figureQuestions(analysis, saying, chance),
      ...ends.map((end) => endingQuestion(analysis, end, bodies)),
    ]) {
      const { kind, question, text } = asked;
      const main = subjects.find(({ phrase }) => phrase === asked.about) ?? subjects[0];
      const topic = topicStems(main?.phrase ?? asked.about);
      const rarity = topicRarity(analysis, topic);
      found.push({
        asked,
        kind,
        question,
        text,
        sentence,
        isPoor: kind === 'half' || (kind === 'clause' && shareTopicWords(asked.about, text)),
        isGood: isWorthAsking && kind !== 'duration' && kind !== 'half',
        topic: topic.join(' '),
        priority: salience * clarity * (main?.share ?? 0) * rarity ** 2,
      });
    }
  }
  found.sort(
    (a, b) =>
      Number(a.isPoor) - Number(b.isPoor) ||
      Number(b.isGood) - Number(a.isGood) ||
      RANK[a.kind] - RANK[b.kind] ||
      b.priority - a.priority,
  );
  const questions: Question[] = [];
  for (const { asked, ...one } of found) {
    if (questions.length === MAX_QUESTIONS) break;
    if (isTimeToPause(WORK_PER_SENTENCE.reading)) yield;
    const wrong = wrongOptions(analysis.index, asked);
    if (wrong.length >= 3) questions.push({ ...one, wrong });
  }
  return questions;
}

/** 0 to 1: 'Elixir' says more of a subject than 'the change'. */
const topicRarity = ({ vectors }: EpisodeAnalysis, stems: string[]) =>
  Math.max(0, ...stems.map((stem) => rarityOf(vectors, stem)));

/** Returns the sentences that matter most, the most important first. */
function* sayingsIn(analysis: EpisodeAnalysis): Generator<void, OptionSentence[]> {
  const salience = salienceOf(analysis).sentences;
  const asking = sentencesAsking(analysis.index);
  const most = analysis.index.sentences
    .map((sentence) => ({ sentence, salience: salience[sentence.index] ?? 0 }))
    .filter(({ sentence, salience }) => salience > 0 && !GIVES_EXAMPLE.test(sentence.text))
    .filter(({ sentence }) => new Set(analysis.index.stems[sentence.index]).size >= MIN_TOPIC_WORDS)
    .sort((a, b) => b.salience - a.salience)
    .slice(0, MAX_SENTENCES);
  const sayings = yield* mapInSteps(most, WORK_PER_SENTENCE.reading, (one) => {
    const text = plainSpeech(one.sentence.text);
    const words = countWords(text);
    const alone = standaloneClarity({ ...one.sentence, text, words });
    // What leads to a question is said to whoever answers it.
    const isPreface = asking.has(one.sentence.index);
    const clarity = isPreface ? Math.min(MIN_CLARITY.atAll, alone) : alone;
    return {
      ...one,
      text,
      bare: bareText(text),
      by: whoSays(analysis, one.sentence),
      words,
      clarity,
      stems: new Set(topicStems(text)),
    };
  });
  return sayings.filter(({ clarity }) => clarity >= MIN_CLARITY.atAll);
}

/** In calls and visits, the words give away the speaker's role. */
const TELLS_SPEAKER = { talk: false, argument: false, earnings: true, clinic: true };

/** Asks what somebody says about a subject, among what others say about it. */
function speakerQuestions(
  analysis: EpisodeAnalysis,
  saying: OptionSentence,
  all: OptionSentence[],
): DraftQuestion[] {
  const { speaker } = saying.sentence;
  if (!speaker || TELLS_SPEAKER[analysis.kind]) return [];
  const byOthers = all.filter(({ sentence }) => sentence.speaker && sentence.speaker !== speaker);
  return subjectQuestions(analysis, 'speaker', saying, byOthers);
}

/** Asks what is said about a subject in one part of the episode, among what is said about it in others. */
function partQuestions(
  analysis: EpisodeAnalysis,
  saying: OptionSentence,
  all: OptionSentence[],
  parts: Part[],
): DraftQuestion[] {
  // What the same person says of it in another part sounds just as right.
  if (saying.sentence.speaker !== null) return [];
  const part = partOf(saying, parts);
  if (part === undefined || namesPart(saying, part)) return [];
  const elsewhere = all.filter((other) => {
    const there = partOf(other, parts);
    return there !== undefined && there !== part && !namesPart(other, part);
  });
  return subjectQuestions(analysis, 'part', saying, elsewhere, ` in the part about “${part.name}”`);
}

/** A part of the episode. */
interface Part extends TopicSegment {
  name: string;
  stems: string[];
}

function* findParts({ index, episode }: EpisodeAnalysis): Generator<void, Part[]> {
  const topics = yield* findTopics(index, titleStems(episode));
  return topics.map((topic) => {
    const name = nameOfTopic(topic);
    return { ...topic, name, stems: topicStems(name) };
  });
}

/** Returns the part that a sentence belongs to; undefined if that has no name. */
const partOf = ({ sentence: { index } }: OptionSentence, parts: Part[]) =>
  parts.find(({ from, to }) => index >= from && index < to);

const namesPart = ({ stems }: OptionSentence, part: Part) =>
  part.stems.some((stem) => stems.has(stem));

/**
 * Asks what is said about each subject of a sentence about which three of the others say something, alike in length.
 * What is asked about matters, so it has many topic words: others that have few would give it away.
 */
function subjectQuestions(
  { index }: EpisodeAnalysis,
  kind: Question['kind'],
  saying: OptionSentence,
  others: OptionSentence[],
  where = '',
): DraftQuestion[] {
  const { text, words, by, clarity } = saying;
  if (words > MAX_OPTION_WORDS || clarity < MIN_CLARITY.shown) return [];
  const clear = others
    .filter((other) => other.clarity >= MIN_CLARITY.shown && areAsLong(other.words, words))
    .sort((a, b) => b.stems.size - a.stems.size);
  return subjectsOf(index, text).flatMap(({ phrase: about, share }) => {
    const topic = topicStems(about);
    const onSubject = clear.filter(({ stems }) => topic.every((stem) => stems.has(stem)));
    if (topic.length === 0 || share < MIN_SHARE || onSubject.length < 3) return [];
    const question = `What does ${by} say about “${about}”${where}?`;
    return [{ ...saying, kind, question, about, distractors: () => onSubject }];
  });
}

const ROLE_IN_SMALL = new RegExp(`^(?:${PERSON}|doctor|nurse|patient|audience)$`);

function whoSays({ episode, index }: EpisodeAnalysis, { speaker }: Sentence): string {
  const name = speaker && namesOfSpeakers(index).get(speaker)?.trim();
  if (!name) return nounOf(episode) === 'source' ? 'the text' : 'the speaker';
  // Some write their names in small letters, too.
  return ROLE_IN_SMALL.test(name) ? `the ${name}` : name;
}
