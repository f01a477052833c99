/** Adapts the selection to a reader's profile, with reasons. */
import type { Reader } from '../assistant.ts';
import { lowercaseWordsIn } from '../check/names.ts';
import { fieldOf, LOWERCASE_STEMS, PROFILE_STOP_STEMS } from '../language/fields.ts';
import { isStopWord, stemOf, topicStems } from '../language/words.ts';
import { sentenceVectorsIn } from '../retrieval/sentence-vectors.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { dotProduct } from '../retrieval/word-vectors.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

export interface Fit {
  /** The factor for a sentence's score; 1 if it has nothing to do with the reader. */
  lift(index: number): number;
  /** The reason, as words that continue the sentence: 'because you lead HR'; null if it would be untrue. */
  because(index: number): string | null;
}

/** In these kinds of episodes every sentence is about one field, so mentioning it says nothing. */
const FIELD_OF_KIND = {
  argument: fieldOf('law'),
  clinic: fieldOf('health'),
  earnings: fieldOf('finance'),
  talk: null,
};
/** A sentence this similar needs one word of the profile to match; otherwise two. */
const MIN_SIMILARITY = 0.4;
const MAX_REASON_CHARS = 80;
const LIFT = { reason: 1.6, meaning: 1.5, meaningFrom: 0.25 };

interface Part {
  because: string;
  /** The stems about it. */
  stems: ReadonlySet<string>;
  meaning: Float32Array | null;
}

/** A sentence without words of the profile or its field gets no reason. */
export function fitOf(analysis: EpisodeAnalysis, reader: Reader): Fit {
  const { index, vectors } = analysis;
  const parts = partsOf(analysis, reader);
  const meanings = vectors && parts.length > 0 ? sentenceVectorsIn(index, vectors) : null;
  const alike = ({ meaning }: Part, i: number) => {
    const said = meanings?.sentences[i];
    return meaning && said ? dotProduct(meaning, said) : 0;
  };
  const isReason = (part: Part, i: number) => {
    const own = new Set(index.stems[i]?.filter((stem) => part.stems.has(stem)));
    return own.size > 1 || (own.size === 1 && alike(part, i) >= MIN_SIMILARITY);
  };
  return {
    lift: (i) =>
      parts.reduce((most, part) => {
        const near = LIFT.meaning * Math.max(0, alike(part, i) - LIFT.meaningFrom);
        return Math.max(most, 1 + near + (isReason(part, i) ? LIFT.reason : 0));
      }, 1),
    because: (i) => parts.find((part) => isReason(part, i))?.because ?? null,
  };
}

function partsOf(analysis: EpisodeAnalysis, { role, goals, industry }: Reader): Part[] {
  const { index, vectors, kind } = analysis;
  const profile = [
    { words: role, because: (words: string) => `because you ${describeWork(words)}` },
    // Who wants to raise money from investors doesn't ask for all of finance.
    {
      words: goals,
      because: (words: string) => `because you want to ${describeGoal(words)}`,
      isGoal: true,
    },
    { words: industry, because: (words: string) => `because you work in ${words}` },
  ];
  return profile.flatMap(({ words, because, isGoal = false }) => {
    const plain = (words ?? '')
      .replace(/\s+/g, ' ')
      .replace(/[ .!]+$/, '')
      .trim();
    const field = fieldOf(plain);
    if (plain.length > MAX_REASON_CHARS || (field && field === FIELD_OF_KIND[kind])) return [];
    const ofField = field === undefined || isGoal ? [] : field.vocabulary;
    const asked = [
      ...topicStems(plain).filter((stem) => !PROFILE_STOP_STEMS.has(stem)),
      ...ofField,
    ];
    if (asked.length === 0) return [];
    const meaning = vectors
      ? sentenceVectorsIn(index, vectors).of(asked.map((stem) => [stem, 1] as const))
      : null;
    return [{ because: because(insideSentence(plain, index)), stems: new Set(asked), meaning }];
  });
}

/** 'Head of Marketing at Apple' becomes 'head of marketing at Apple': titles are typed with capitals, names have them. */
function insideSentence(words: string, { lines, cased }: TranscriptIndex): string {
  const isSmall = (word: string) =>
    isStopWord(word) ||
    LOWERCASE_STEMS.has(stemOf(word)) ||
    (cased && lowercaseWordsIn(lines).has(word));
  const [title = '', ...employer] = words.split(EMPLOYER);
  const small = title.replace(CAPITALISED, (run) =>
    run.split(' ').every((word) => isSmall(word.toLowerCase())) ? run.toLowerCase() : run,
  );
  return [small, ...employer].join('');
}

const EMPLOYER = /( (?:at|@) .*)/;
/** Not 'HR'. Words in a row are taken as one, because 'Old Mill' is one name. */
const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*(?![\p{L}\p{N}])/gu;

/** 'HR lead' becomes 'you lead HR'; others work as what they are. */
function describeWork(role: string): string {
  const [, of, before = of] = LEADS.exec(role) ?? [];
  if (before !== undefined) return `lead ${before}`;
  const article = /^(?:an?|the) /i.test(role) ? '' : /^(?:[aeiou]|hr\b)/i.test(role) ? 'an ' : 'a ';
  return `work as ${article}${role}`;
}

const LEADS =
  /^(?:(?:the )?(?:head|director|vp|vice president|lead|chief) (?:of|for) (.+)|(.+?) (?:lead|leader|head))$/i;

function describeGoal(goals: string): string {
  const plain = goals.replace(/^(?:i want to|i'd like to|to|my goal is to) /i, '');
  // A goal begins with a verb, unless it begins with an abbreviation.
  return plain.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase());
}
