import type { Cue } from './cues.ts';
import { SPACELESS } from './join-words.ts';

/** What may follow a name and a comma: `Ph.D.`, `MD`, `Jr.` */
export const CREDENTIALS = String.raw`(?:, (?:\p{Lu}\p{L}{0,3}\.?){1,3})?`;
/** In a name of a script without capitals. Joiners are part of words in India and Iran. */
const UNCASED = String.raw`[\p{L}\p{M}\p{N}\u200c\u200d·・.'’_-]`;
/** The start of a name: a capital, or a letter of a script without capitals. */
export const NAME_START = String.raw`[\p{Lu}\p{Lo}]`;
/** Full-width in Chinese and Japanese. */
export const COLON = '[:：]';
/** `Ada Lovelace: `, `van der Berg: `, `SPEAKER 1: `, `[Ada]: `, after the dash or arrows of captions. */
const PREFIX = new RegExp(
  String.raw`^\s*(?:(?:>{1,3}|[-–—])\s*)?(?:\*\*)?[[(]?((?:\p{Ll}{2,3} ){0,2}(?:\p{Lu}|\d)[\p{L}\p{M}\p{N}_.'’&#-]{0,40}(?: [\p{L}\p{M}\p{N}_.'’"“”&#()-]{1,40}){0,4}${CREDENTIALS})[\])]?(?:(?:\s?:\*\*|\*\*\s?:|\s?:)\s+|\s?：\s*)(?=\S)`,
  'u',
);
/** `王小明：`, `【田中】：`, `أحمد محمد: `, `राहुल शर्मा:`, but not `下午3:30` */
const UNCASED_PREFIX = new RegExp(
  String.raw`^\s*(?:(?:>{1,3}|[-–—])\s*)?(?:\*\*)?[[(【（]?(\p{Lo}${UNCASED}{0,19}(?: ${UNCASED}{1,20}){0,3}(?: ?[(（][^()（）\n:：]{1,20}[)）])?)[\])】）]?(?:\*\*)?\s?(?:：|:(?!\d|//))(?:\*\*)?\s*(?=\S)`,
  'u',
);
/** `chg: `, for people who write their names in lower case. */
const SMALL_PREFIX =
  /^\s*(?:>{1,3}\s*)?(?:\*\*)?(\p{Ll}[\p{L}\p{N}_.-]{0,20})(?::\*\*|\*\*:|:)\s+(?=\S)/u;

/** In captions they mark a change of speaker. */
const ARROWS = /^\s*>{2,3}\s*/;

/** Words before a colon that aren't names. */
const NOT_NAMES = new Set(
  `note notes warning example question answer remember first second third finally so and but
  because update spoiler disclaimer summary conclusion tip fact ps p.s. http https
  slides video transcript source sources location topic link links date title`.split(/\s+/),
);

/** Lower-case words inside names. */
const PARTICLES =
  /^(?:de|da|di|du|del|della|van|von|der|den|la|le|bin|ibn|al|el|y|e|and|of|the|\d+)$/;
/** Those that no name begins with. */
const JOINING = /^(?:and|of|the) /;

/** Words; few people speak longer without interruption. */
const LONG_STRETCH_WORDS = 600;
/**
 * Measured on 178 real labelled transcripts: files that label every change of speaker have at most 42 %
 * of their words in long unlabelled stretches, files with occasional labels at least 58 %.
 */
const SPARSE_SHARE = 0.5;
/** Words of a sentence over several cues. Captions without full stops end here. */
const MAX_SENTENCE_WORDS = 60;
const SENTENCE_END = /[.!?…。！？]["'”’)\]]*\s*$/;

/**
 * Moves speakers' names in steps from the text into their field. Usually a file labels every change of speaker,
 * so a name applies until the next one. If labels are too sparse for that, a name only applies to its
 * own sentence.
 */
export function* nameSpeakers(cues: readonly Cue[]): Generator<void, Cue[]> {
  const names = prefixesThatName(cues);
  yield;
  if (names.size === 0 && cues.every((cue) => cue.speaker === null)) return cues.map(withoutArrows);
  const isNamed = isNamedByFile(cues);
  const labelled = cues.map((cue) => {
    const prefix = prefixOf(cue.text);
    const times = prefix === null ? undefined : names.get(prefix.name);
    if (prefix === null || times === undefined) return cue;
    // 'Breaking: prices fell', said by whom the file names.
    const isSaid = times === 1 || isNamed(prefix.name) === false;
    if (cue.speaker !== null && cue.speaker !== prefix.name && isSaid) return cue;
    const text = cue.text.slice(prefix.length);
    // The heading before it may be none of a speaker: 'Break: [21:08]'.
    const speaker = times > 1 ? prefix.name : (cue.speaker ?? prefix.name);
    return { ...cue, speaker, text };
  });
  yield;
  return (isSparse(labelled) ? nameSentences(labelled) : nameTurns(labelled)).map(withoutArrows);
}

/**
 * Captions may show what several people say, each on a line with their name. Such a caption becomes a cue for each of
 * them, with the same times. What stands before a colon only once may be words and no name.
 */
export function splitDialogues(cues: readonly Cue[]): Cue[] {
  const all = cues.map((cue) => turnsIn(cue.text));
  const counts = new Map<string, number>();
  for (const { name } of all.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return cues.flatMap((cue, index) => {
    const turns = all[index] ?? [];
    const isDialogue = turns.length > 1 && turns.every(({ name }) => (counts.get(name) ?? 0) > 1);
    return isDialogue ? turns.map(({ text }) => ({ ...cue, text })) : [cue];
  });
}

/** The lines of a cue by the names before them; none if the first line has no name. */
function turnsIn(text: string): { name: string; text: string }[] {
  const turns: { name: string; text: string }[] = [];
  for (const line of text.split('\n')) {
    const prefix = prefixOf(line);
    const last = turns.at(-1);
    if (prefix !== null && prefix.letters !== 'small')
      turns.push({ name: prefix.name, text: line });
    else if (last === undefined) return [];
    else last.text += `\n${line}`;
  }
  return turns;
}

/**
 * Tells whether a name is one of those that a file gives every cue; null if there are cues without, so that its names may
 * be headings.
 */
function isNamedByFile(cues: readonly Cue[]): (name: string) => boolean | null {
  const given = new Set(cues.map(({ speaker }) => speaker));
  return (name) => (given.has(null) ? null : given.has(name));
}

/** A name applies until the next one, or until arrows mark a change. */
function nameTurns(cues: readonly Cue[]): Cue[] {
  let current: string | null = null;
  return cues.map((cue) => {
    const speaker = cue.speaker ?? (ARROWS.test(cue.text) ? null : current);
    current = speaker;
    return { ...cue, speaker };
  });
}

/** A name applies until its sentence ends. */
function nameSentences(cues: readonly Cue[]): Cue[] {
  let current: string | null = null;
  let words = 0;
  return cues.map((cue) => {
    if (cue.speaker !== null) words = 0;
    const speaker = cue.speaker ?? (ARROWS.test(cue.text) ? null : current);
    words += countWords(cue.text);
    current = SENTENCE_END.test(cue.text) || words >= MAX_SENTENCE_WORDS ? null : speaker;
    return { ...cue, speaker };
  });
}

/**
 * Whether most words are in long stretches after one label, so that it may not be theirs. A file with a
 * single label at the start has one speaker, as other readers assume.
 */
function isSparse(cues: readonly Cue[]): boolean {
  const labels = cues.filter((cue) => cue.speaker !== null).length;
  if (labels === 1 && cues[0]?.speaker !== null) return false;
  let total = 0;
  let far = 0;
  let stretch = 0;
  let unlabelled = 0;
  const endStretch = () => {
    if (stretch > LONG_STRETCH_WORDS) far += unlabelled;
    stretch = 0;
    unlabelled = 0;
  };
  for (const cue of cues) {
    const words = countWords(cue.text);
    total += words;
    if (cue.speaker !== null) endStretch();
    else unlabelled += words;
    stretch += words;
  }
  endStretch();
  return far > total * SPARSE_SHARE;
}

function withoutArrows(cue: Cue): Cue {
  return { ...cue, text: cue.text.replace(ARROWS, '') };
}

/** In scripts without spaces, a word has about two letters. */
const WORD = new RegExp(String.raw`${SPACELESS}{1,2}|(?:(?!${SPACELESS})\S)+`, 'gu');

function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

interface Prefix {
  name: string;
  length: number;
  /** Whether it begins with a capital, which tells a name from other words, or can't in its script. */
  letters: 'capital' | 'small' | 'uncased';
}

function prefixOf(text: string): Prefix | null {
  const cased = PREFIX.exec(text);
  if (cased === null) {
    const uncased = UNCASED_PREFIX.exec(text);
    const name = uncased?.[1]?.trim();
    if (uncased && name) return { name, length: uncased[0].length, letters: 'uncased' };
    const small = SMALL_PREFIX.exec(text);
    const [whole = '', handle = ''] = small ?? [];
    if (small === null || NOT_NAMES.has(handle)) return null;
    return { name: handle, length: whole.length, letters: 'small' };
  }
  const name = cased[1]?.trim() ?? '';
  const words = name.split(' ');
  if (/^\d+$/.test(name) || JOINING.test(name) || NOT_NAMES.has(name.toLowerCase())) return null;
  if (words.some((word) => /^\p{Ll}/u.test(word) && !PARTICLES.test(word))) return null;
  return { name, length: cased[0].length, letters: 'capital' };
}

/**
 * The prefixes that are names, with how often they occur. One that occurs once only counts as a name in capitals or in
 * the first cue.
 */
function prefixesThatName(cues: readonly Cue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const uncased = new Set<string>();
  const small = new Set<string>();
  for (const cue of cues) {
    const prefix = prefixOf(cue.text);
    if (prefix === null) continue;
    counts.set(prefix.name, (counts.get(prefix.name) ?? 0) + 1);
    if (prefix.letters === 'uncased') uncased.add(prefix.name);
    if (prefix.letters === 'small') small.add(prefix.name);
  }
  for (const name of smallWords(cues, counts, small)) counts.delete(name);
  for (const name of uncasedWords(cues, counts, uncased)) counts.delete(name);
  const first = cues[0] && prefixOf(cues[0].text)?.name;
  const given = new Set(cues.map(({ speaker }) => speaker));
  const isSure = (name: string) =>
    name === first || given.has(name) || /^\p{Lu}[\p{Lu}\p{N} .'’-]+$/u.test(name);
  const names = [...counts].filter(([name, count]) => count > 1 || isSure(name));
  // In a file with many names, someone may speak only once.
  const total = names.reduce((sum, [, count]) => sum + count, 0);
  return total >= 4 || first !== undefined ? counts : new Map(names);
}

/** From this share of labelled cues, whatever comes before a colon is a label. */
const LABELLED_SHARE = 0.5;

function areMostLabelled(cues: readonly Cue[], counts: ReadonlyMap<string, number>): boolean {
  const labelled = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return labelled >= cues.length * LABELLED_SHARE;
}

/** A word in small letters before fewer colons introduces what follows: 'my question: why?' */
const FEWEST_SMALL = 3;

/** The prefixes in small letters that are no names: those of few cues, or of a file that labels few. */
function smallWords(
  cues: readonly Cue[],
  counts: ReadonlyMap<string, number>,
  small: ReadonlySet<string>,
): string[] {
  const isLabelled = areMostLabelled(cues, counts);
  return [...small].filter((name) => !isLabelled || (counts.get(name) ?? 0) < FEWEST_SMALL);
}

/** Nobody has more speakers; each is looked for in the whole text. */
const MAX_UNCASED = 100;

/**
 * The prefixes without capitals that are no names. Words such as 'he said' (他说) stand mostly within the text,
 * names mostly before colons.
 */
function uncasedWords(
  cues: readonly Cue[],
  counts: ReadonlyMap<string, number>,
  uncased: ReadonlySet<string>,
): string[] {
  const countOf = (name: string) => counts.get(name) ?? 0;
  const names = [...uncased].sort((one, other) => countOf(other) - countOf(one));
  if (names.length === 0 || areMostLabelled(cues, counts)) return [];
  const text = cues.map((cue) => cue.text).join('\n');
  return names.filter((name, index) => {
    const mentions = text.split(name).length - 1;
    return index >= MAX_UNCASED || countOf(name) === 1 || countOf(name) * 2 <= mentions;
  });
}
