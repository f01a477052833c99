/** Parses a question: its kind, its topic and whose words are wanted. */

import { cachedBy } from '../../platform/cached-by.ts';
import { ANSWER_TYPES, type AnswerType } from '../language/answer-types.ts';
import { FRAME_WORDS, LISTENER_PREAMBLE, QUESTION_IDIOM } from '../language/english.ts';
import { SELDOM_NOUNS } from '../language/seldom-nouns.ts';
import {
  GENERIC_STEMS,
  isStopWord,
  stemOf,
  stemsOf,
  topicStems,
  wordsOf,
} from '../language/words.ts';
import { nameOf, namesOfSpeakers, rolesIn, speakersByRole } from './speaker-roles.ts';
import type { TranscriptIndex } from './transcript-index.ts';

export interface Question {
  text: string;
  answerType: AnswerType;
  /** Topic stems with weights; words that only frame the question weigh little. */
  terms: Map<string, number>;
  /** The speakers named in the question, as the transcript spells them. */
  speakers: string[];
}

export const FRAME_STEMS = stemsOf(FRAME_WORDS);
const FRAME_WEIGHT = 0.3;
/** More than anyone asks at once; a message of 2,000 characters may have 500. */
const MAX_TERMS = 24;

/** Returns the stems of a question that describe its topic. */
export function topicTerms({ terms }: Pick<Question, 'terms'>): string[] {
  return [...terms].filter(([, weight]) => weight > FRAME_WEIGHT).map(([stem]) => stem);
}

/** Returns how many words of a question describe its topic. */
export const countTopicTerms = (question: Question): number => topicTerms(question).length;

/** Parses a question for a transcript. */
export function parseQuestion(text: string, index: TranscriptIndex): Question {
  const speakers = [...new Set([...speakersNamed(text, index), ...speakersByRole(text, index)])];
  const ofSpeakers = new Set(
    speakers.flatMap((speaker) =>
      topicStems(
        [speaker, namesOfSpeakers(index).get(speaker), ...(rolesIn(index).get(speaker) ?? [])].join(
          ' ',
        ),
      ),
    ),
  );
  // What listeners are is no topic if they ask about one.
  const asking = topicStems(text.replace(LISTENER_PREAMBLE, '').replace(QUESTION_IDIOM, ' '));
  const asksOwn = asking.some((stem) => !FRAME_STEMS.has(stem) && !GENERIC_STEMS.has(stem));
  const terms = new Map(
    topicStems(text)
      .slice(0, MAX_TERMS)
      .map((stem) => {
        // A named speaker is found by who speaks; others mentioning the name says little.
        const isFrame =
          FRAME_STEMS.has(stem) || ofSpeakers.has(stem) || (asksOwn && !asking.includes(stem));
        return [stem, isFrame ? FRAME_WEIGHT : 1];
      }),
  );
  const topics = topicTerms({ terms });
  if (!topics.some((stem) => index.postings.has(stem))) {
    const frames = topics.length === 0 ? framesSpokenOf(text, index) : framesSaidSo(text, index);
    for (const stem of frames) if (!ofSpeakers.has(stem)) terms.set(stem, 1);
  }
  return { text, answerType: answerTypeOf(text), terms, speakers };
}

/** A noun that an episode says this often is one of its topics. */
const MIN_MENTIONS = 3;

/** The nouns that usually only frame a question, but of which this episode speaks: 'What do they say about interviews?' */
const framesSpokenOf = (text: string, { postings }: TranscriptIndex): string[] =>
  wordsOf(text)
    .filter((word) => !SELDOM_NOUNS.has(word))
    .map(stemOf)
    .filter((stem) => FRAME_STEMS.has(stem) && (postings.get(stem)?.length ?? 0) >= MIN_MENTIONS);

/** The words that usually only frame a question, but are said with the two that follow: 'talk to yourself'. */
function framesSaidSo(text: string, { sentences }: TranscriptIndex): string[] {
  const words = wordsOf(text).slice(0, MAX_TERMS);
  return words.map(stemOf).filter((stem, at) => {
    const after = words.slice(at + 1, at + 3);
    if (!FRAME_STEMS.has(stem) || after.length < 2) return false;
    const saidSo = new RegExp(String.raw`\b${stem}\w* ${after.join(' ')}\b`, 'i');
    return sentences.some((one) => saidSo.test(one.text));
  });
}

/** Returns the kind of fact a question asks for. */
export function answerTypeOf(text: string): AnswerType {
  const lower = wordsOf(text).join(' ');
  return ANSWER_TYPES.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'anything';
}

/**
 * Returns the speakers that a text names: by the whole name, or by a part of the name that nobody
 * else has. Transcripts may label one person in several ways: 'Ana Ruiz (CFO)' and then 'Ana Ruiz'.
 */
export function speakersNamed(text: string, index: TranscriptIndex): string[] {
  const said = joined(wordsOf(text).map((word) => word.replace(/'s$/, '')));
  return waysToName(index)
    .filter(({ ways }) => ways.some((way) => said.includes(way)))
    .map(({ speaker }) => speaker);
}

const joined = (words: string[]) => ` ${words.join(' ')} `;

/** How a text may name each speaker: the same for every text about an episode. */
const waysToName = cachedBy((index: TranscriptIndex) => {
  const people = [...namesOfSpeakers(index)].map(([speaker, own]) => {
    const words = wordsOf(own);
    const label = wordsOf(nameOf(speaker));
    const parts = words.filter((part) => part.length > 2 && !isStopWord(part));
    return { speaker, name: joined(words), label: joined(label), parts };
  });
  const havingPart = new Map<string, Set<string>>();
  for (const { name, parts } of people) {
    for (const part of parts) havingPart.set(part, (havingPart.get(part) ?? new Set()).add(name));
  }
  return people.map(({ speaker, name, label, parts }) => {
    const own = parts.filter((part) => havingPart.get(part)?.size === 1);
    return { speaker, ways: [name, label, ...own.map((part) => joined([part]))] };
  });
});
