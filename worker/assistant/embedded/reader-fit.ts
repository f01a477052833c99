/** Adapts the selection to a reader's profile, with reasons. */
import type { Reader } from '../assistant.ts';
import { GENERIC_WORDS } from '../retrieval/language.ts';
import { meaningsIn } from '../retrieval/meanings.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { likeness } from '../retrieval/word-vectors.ts';
import { stemOf, topicStems, wordsOf } from '../retrieval/words.ts';
import { FIELDS, type FieldName, GOAL_FRAMES } from './field-language.ts';
import type { Known } from './known.ts';

export interface Fit {
  /** The factor for a sentence's score; 1 if it has nothing to do with the reader. */
  lift(index: number): number;
  /** The reason, as words that continue the sentence: 'because you lead HR'; null if it would be untrue. */
  because(index: number): string | null;
}

/** In these kinds of episodes every sentence is about one field, so mentioning it says nothing. */
const FIELD_OF_KIND: Record<Known['kind'], FieldName | null> = {
  argument: 'law',
  clinic: 'health',
  earnings: 'finance',
  talk: null,
};
const FIELD_STEMS = new Map(
  Object.entries(FIELDS).map(([name, { words }]) => [name, words.split(' ').map(stemOf)]),
);
const OWN_FRAME = new Set([...GENERIC_WORDS, ...GOAL_FRAMES].map(stemOf));
/** A sentence this similar needs one word of the profile to match; otherwise two. */
const SAME_MATTER = 0.4;
/** A word in this share of the sentences is about the whole episode. */
const EVERYWHERE = 0.06;
const LONGEST_TOLD = 80;
const LIFT = { reason: 1.6, meaning: 1.5, meaningFrom: 0.25 };

interface Part {
  because: string;
  /** The stems about it. */
  stems: ReadonlySet<string>;
  meaning: Float32Array | null;
}

/** A sentence without words of the profile or its field gets no reason. */
export function fitOf(known: Known, reader: Reader): Fit {
  const { index, vectors } = known;
  const parts = partsOf(known, reader);
  const meanings = vectors && parts.length > 0 ? meaningsIn(index, vectors) : null;
  const alike = ({ meaning }: Part, i: number) => {
    const said = meanings?.sentences[i];
    return meaning && said ? likeness(meaning, said) : 0;
  };
  const isReason = (part: Part, i: number) => {
    const own = new Set(index.stems[i]?.filter((stem) => part.stems.has(stem)));
    return own.size > 1 || (own.size === 1 && alike(part, i) >= SAME_MATTER);
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

function partsOf(known: Known, { role, goals, industry }: Reader): Part[] {
  const { index, vectors, kind } = known;
  const fields = [
    { words: role, because: (words: string) => `because you ${workAs(words)}` },
    // Who wants to raise money from investors doesn't ask for all of finance.
    { words: goals, because: (words: string) => `because you want to ${aim(words)}`, isGoal: true },
    { words: industry, because: (words: string) => `because you work in ${words}` },
  ];
  return fields.flatMap(({ words, because, isGoal = false }) => {
    const plain = (words ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.!]+$/, '');
    const field = fieldOf(plain);
    if (plain === '' || plain.length > LONGEST_TOLD) return [];
    if (field !== null && field === FIELD_OF_KIND[kind]) return [];
    const own = topicStems(plain).filter((stem) => !OWN_FRAME.has(stem));
    const asked = [...own, ...(field === null || isGoal ? [] : (FIELD_STEMS.get(field) ?? []))];
    if (asked.length === 0) return [];
    const meaning = vectors
      ? meaningsIn(index, vectors).of(asked.map((stem) => [stem, 1] as const))
      : null;
    return [{ because: because(plain), stems: stemsFor(index, asked), meaning }];
  });
}

/** Returns the field of a role or an industry. */
function fieldOf(text: string): FieldName | null {
  const words = new Set(wordsOf(text).map(stemOf));
  const found = Object.entries(FIELDS).find(([, { names }]) =>
    names.split(' ').some((name) => words.has(stemOf(name))),
  );
  return (found?.[0] as FieldName | undefined) ?? null;
}

/** Returns the stems that don't occur everywhere in a transcript. */
function stemsFor({ sentences, postings }: TranscriptIndex, asked: string[]): ReadonlySet<string> {
  const most = Math.max(3, sentences.length * EVERYWHERE);
  return new Set(asked.filter((stem) => (postings.get(stem)?.length ?? 0) <= most));
}

/** 'HR lead' becomes 'you lead HR'; others work as what they are. */
function workAs(role: string): string {
  const leads = /^(?:the )?(?:head|director|vp|vice president|lead|chief) (?:of|for) (.+)$/i.exec(
    role,
  );
  if (leads?.[1]) return `lead ${leads[1]}`;
  const lead = /^(.+?) (?:lead|leader|head)$/i.exec(role);
  if (lead?.[1]) return `lead ${lead[1]}`;
  const article = /^(?:an?|the) /i.test(role) ? '' : /^(?:[aeiou]|hr\b)/i.test(role) ? 'an ' : 'a ';
  return `work as ${article}${role}`;
}

function aim(goals: string): string {
  const plain = goals.replace(/^(?:i want to|i'd like to|to|my goal is to) /i, '');
  return plain.charAt(0).toLowerCase() + plain.slice(1);
}
