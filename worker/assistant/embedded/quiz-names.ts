/** Names in a sentence that a quiz can ask for: not those of who speaks, nor common words. */
import { relatedTo } from '../retrieval/related-words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { isStopWord, stemOf } from '../retrieval/words.ts';

interface NameInSentence {
  /** Where in the sentence's text it stands. */
  at: number;
  name: string;
  /** Only names of one group are put beside each other. */
  group: string;
}

const NAME =
  /(?<![.!?…]\s|^)(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{L}\p{N}'’&-]+|\p{Lu}{2,})(?: (?:(?:of|van|von|de|the) )?\p{Lu}[\p{L}\p{N}'’&-]+){0,3}/gu;
/** Titles, days, and what is numbered: with a capital, and no part of a name worth asking for. */
const NO_NAME =
  /^(?:Mr|Mrs|Ms|Dr|God|Honou?rs?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Case|Section|Article|Chapter|Episode|Part|Figure)$/;
/** 'An American planner' */
const OF_A_PEOPLE = /(?:ian|ean|ish|ese|ican|man)$/;
const IS_TITLE = /\b(?:Mr|Mrs|Ms|Dr|Prof|Chief|Justice|President|Professor|Judge|Sir|St)\.? $/;
/** 'Victor' before 'Adeyemi': the name is longer than what was found. */
const PART_OF_NAME =
  /(?:^|\s)(?!(?:The|An?|In|At|On|For|And|But|So|If|When|With|From|By|Our|My|Your|I|To)\s)\p{Lu}[\p{L}'’.-]* $/u;

export function namesIn({ text }: Sentence, { speakers }: TranscriptIndex): NameInSentence[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: name, index: at }) => {
    const before = text.slice(0, at);
    const after = text.slice(at + name.length);
    const words = name.split(' ').filter((word) => /^\p{Lu}/u.test(word));
    if (words.some(isNoName) || words.every(isCommonWord) || name.length < 3) return [];
    if (/['’]s$/.test(name) || /^(?:[.,] ?\p{Lu}|\.\p{L})/u.test(after)) return [];
    if (OF_A_PEOPLE.test(name) && /^ \p{Ll}/u.test(after)) return [];
    if (IS_TITLE.test(before) || PART_OF_NAME.test(before)) return [];
    // Who speaks, and to whom, says nothing of the episode.
    if (speakers.some((speaker) => speaker.includes(name) || name.includes(speaker))) return [];
    return [{ at, name, group: `name:${groupOf(name, words)}` }];
  });
}

/** 'Supreme Court' and 'United States' end in a noun, and nobody takes them for 'Paul Sackett'. */
function groupOf(name: string, words: string[]): string {
  if (isAcronym(name)) return 'acronym';
  if (!name.includes(' ')) return 'single';
  return isCommonWord(words.at(-1) ?? '') ? 'institution' : 'full';
}

/** 'And Section' and 'Constitution I'm' are no names. */
function isNoName(word: string): boolean {
  return NO_NAME.test(word) || (!isAcronym(word) && isStopWord(lower(word)));
}

/** 'Right' and 'Lesson' are no names, whatever letter a recogniser gives them. */
function isCommonWord(word: string): boolean {
  return !isAcronym(word) && relatedTo(stemOf(lower(word))).length > 0;
}

function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word);
}

function lower(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}
