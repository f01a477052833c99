import type { Cue } from './cues.ts';

/** What may stand after a name and a comma: `Ph.D.`, `MD`, `Jr.` */
export const CREDENTIALS = String.raw`(?:, (?:\p{Lu}\p{L}{0,3}\.?){1,3})?`;
/** `Ada Lovelace: `, `SPEAKER 1: `, `[Ada]: `, after the dash or arrows that captions put first. */
const PREFIX = new RegExp(
  String.raw`^\s*(?:(?:>{1,3}|[-–—])\s*)?(?:\*\*)?[[(]?((?:\p{Lu}|\d)[\p{L}\p{M}\p{N}_.'’&#-]{0,40}(?: [\p{L}\p{M}\p{N}_.'’&#()-]{1,40}){0,4}${CREDENTIALS})[\])]?(?:\s?:\*\*|\*\*\s?:|\s?:)\s+(?=\S)`,
  'u',
);

/** Begin sentences with a colon in them, and name nobody. */
const NOT_NAMES = new Set(
  `note notes warning example question answer remember first second third finally so and but
  because update spoiler disclaimer summary conclusion tip fact ps p.s. http https
  slides video transcript source sources location topic link links date title`.split(/\s+/),
);

/** Words in lower case that names have in them. */
const PARTICLES =
  /^(?:de|da|di|du|del|della|van|von|der|den|la|le|bin|ibn|al|el|y|e|and|of|the|\d+)$/;

/**
 * Takes speakers' names out of the text where captions write them there. A name counts for the
 * cues after it, too: files name a speaker when the speaker changes.
 */
export function nameSpeakers(cues: readonly Cue[]): Cue[] {
  const names = prefixesThatName(cues);
  const isNamed = cues.some((cue) => cue.speaker !== null) || names.size > 0;
  let current: string | null = null;
  return cues.map((cue) => {
    const prefix = prefixOf(cue.text);
    const named = prefix !== null && names.has(prefix.name) ? prefix : null;
    const text = named === null ? cue.text : cue.text.slice(named.length);
    const changes = /^\s*>{2,3}/.test(text);
    const speaker = cue.speaker ?? named?.name ?? (changes ? null : current);
    current = speaker;
    return {
      ...cue,
      speaker: isNamed ? speaker : null,
      text: text.replace(/^\s*>{2,3}\s*/, ''),
    };
  });
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

/** A prefix that occurs once is a name only in capitals or where the very first cue has it. */
function prefixesThatName(cues: readonly Cue[]): Set<string> {
  const counts = new Map<string, number>();
  for (const cue of cues) {
    const prefix = prefixOf(cue.text);
    if (prefix !== null) counts.set(prefix.name, (counts.get(prefix.name) ?? 0) + 1);
  }
  const first = cues[0] && prefixOf(cues[0].text)?.name;
  const isSure = (name: string) => name === first || /^\p{Lu}[\p{Lu}\p{N} .'’-]+$/u.test(name);
  const names = [...counts].filter(([name, count]) => count > 1 || isSure(name));
  // Where names are given as a rule, someone may well speak only once.
  const total = names.reduce((sum, [, count]) => sum + count, 0);
  return new Set(total >= 4 || first !== undefined ? counts.keys() : names.map(([name]) => name));
}
