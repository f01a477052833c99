import type { Cue } from './cues.ts';

/** What may follow a name and a comma: `Ph.D.`, `MD`, `Jr.` */
export const CREDENTIALS = String.raw`(?:, (?:\p{Lu}\p{L}{0,3}\.?){1,3})?`;
/** `Ada Lovelace: `, `SPEAKER 1: `, `[Ada]: `, after the dash or arrows of captions. */
const PREFIX = new RegExp(
  String.raw`^\s*(?:(?:>{1,3}|[-–—])\s*)?(?:\*\*)?[[(]?((?:\p{Lu}|\d)[\p{L}\p{M}\p{N}_.'’&#-]{0,40}(?: [\p{L}\p{M}\p{N}_.'’&#()-]{1,40}){0,4}${CREDENTIALS})[\])]?(?:\s?:\*\*|\*\*\s?:|\s?:)\s+(?=\S)`,
  'u',
);

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
 * Moves speakers' names from the text into their field. Usually a file labels every change of speaker,
 * so a name applies until the next one. If labels are too sparse for that, a name only applies to its
 * own sentence.
 */
export function nameSpeakers(cues: readonly Cue[]): Cue[] {
  const names = prefixesThatName(cues);
  if (names.size === 0 && cues.every((cue) => cue.speaker === null)) return cues.map(withoutArrows);
  const labelled = cues.map((cue) => {
    const prefix = prefixOf(cue.text);
    if (prefix === null || !names.has(prefix.name)) return cue;
    const text = cue.text.slice(prefix.length);
    return { ...cue, speaker: cue.speaker ?? prefix.name, text };
  });
  return (isSparse(labelled) ? nameSentences(labelled) : nameTurns(labelled)).map(withoutArrows);
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

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function prefixOf(text: string): { name: string; length: number } | null {
  const match = PREFIX.exec(text);
  const name = match?.[1]?.trim();
  if (match === null || name === undefined) return null;
  const words = name.split(' ');
  if (/^\d+$/.test(name) || NOT_NAMES.has(name.toLowerCase())) return null;
  if (words.some((word) => /^\p{Ll}/u.test(word) && !PARTICLES.test(word))) return null;
  return { name, length: match[0].length };
}

/** A prefix that occurs once only counts as a name in capitals or in the first cue. */
function prefixesThatName(cues: readonly Cue[]): Set<string> {
  const counts = new Map<string, number>();
  for (const cue of cues) {
    const prefix = prefixOf(cue.text);
    if (prefix !== null) counts.set(prefix.name, (counts.get(prefix.name) ?? 0) + 1);
  }
  const first = cues[0] && prefixOf(cues[0].text)?.name;
  const isSure = (name: string) => name === first || /^\p{Lu}[\p{Lu}\p{N} .'’-]+$/u.test(name);
  const names = [...counts].filter(([name, count]) => count > 1 || isSure(name));
  // In a file with many names, someone may speak only once.
  const total = names.reduce((sum, [, count]) => sum + count, 0);
  return new Set(total >= 4 || first !== undefined ? counts.keys() : names.map(([name]) => name));
}
