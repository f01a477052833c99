/** Forms that mark who speaks without a colon after the name. */
import type { Cue } from './cues.ts';

/** Matches `[Ada] words` and `[ada] words`, but no time or number in brackets. */
const BRACKETED = /^\s*\[(\p{L}[\p{L}\p{M}\p{N} .'’&_-]{0,40})\] +(?=[^\s[(])/u;
/** Sounds, and notes about a recording. */
const SOUNDS =
  /\b(?:music|laugh|laughs|laughter|laughing|chuckles?|chuckling|giggles?|applause|clapping|cheers|cheering|crowd|sighs?|gasps?|groans?|sobs?|cries|crying|coughs?|breath\w*|whispers?|whispering|shouting|screams?|noise|silence|pause|crosstalk|inaudible|unintelligible|foreign|sound|beep|break|intro|outro|note|warning|info|warn|error|debug|todo|done|x)\b/i;
/** The share of lines that begin with such a name. */
const BRACKETED_SHARE = 0.3;

/** Starts a paragraph at each line that begins with a name in brackets. Returns any other text unchanged. */
export function splitAtBrackets(text: string): string {
  const lines = text.split('\n');
  const names = bracketedNames(lines);
  return lines.flatMap((line, index) => (names[index] ? ['', line] : line)).join('\n');
}

/** Moves names in brackets from the text of cues into their field. */
export function nameBracketed(cues: readonly Cue[]): Cue[] {
  const names = bracketedNames(cues.map(({ speaker, text }) => (speaker === null ? text : '')));
  return cues.map((cue, index) => {
    const speaker = names[index];
    return speaker ? { ...cue, speaker, text: cue.text.replace(BRACKETED, '') } : cue;
  });
}

/**
 * The names in brackets at the start of lines, if at least two of them recur in many lines. A sound or a mark that a text
 * rarely has is none.
 */
function bracketedNames(lines: readonly string[]): (string | null)[] {
  const names = lines.map((line) => {
    const name = BRACKETED.exec(line)?.[1] ?? null;
    return name === null || SOUNDS.test(name) ? null : name;
  });
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  const total = names.filter((name) => name !== null).length;
  const recurring = [...counts.values()].filter((count) => count > 1);
  const written = lines.filter((line) => line.trim() !== '').length;
  const isForm = recurring.length > 1 && total >= written * BRACKETED_SHARE;
  return isForm ? names : lines.map(() => null);
}

/** `Q. words`, as courts write examinations. */
const DOTTED = /^\s*([QA])\.\s+(?=\S)/;
/** `Q words` */
const BARE = /^\s*([QA])\s+(?=\S)/;
/** `BY MR. SMITH:`, perhaps before a first question. */
const EXAMINER = /^\s*(?:Q\.?\s+)?\(?BY ((?:MR|MS|MRS|DR|THE)\.? [\p{Lu} .'’-]{1,40}):?\)?:?\s*/u;
/** `MR. SMITH: words` */
const COLLOQUY = /^\s*(?:(?:MR|MS|MRS|DR)\. |THE )[\p{Lu} .'’-]{1,40}:\s+(?=\S)/u;
/** `DIRECT EXAMINATION`, which nobody says. */
const HEADING = /^\s*(?:\p{Lu}+[- ])*EXAMINATION(?: \(?\p{Lu}+\)?)*\s*$/u;
const LINE_NUMBER = /^\s*(\d{1,2})(?=\s|$)/;
/** The share of lines that are numbered one after the other, or anew on each page. */
const NUMBERED_SHARE = 0.9;

/**
 * Writes the questions and answers of a court's record as turns with speakers. Returns any other text unchanged.
 *
 * @param text with single spaces
 */
export function courtAsColons(text: string): string {
  const lines = withoutLineNumbers(text.split('\n'));
  const isRecord = lines.some((line) => EXAMINER.test(line));
  // A word may be a single letter, so that this takes a record.
  const form = [DOTTED, ...(isRecord ? [BARE] : [])].find((one) => areBothRepeated(lines, one));
  if (form === undefined) return text;
  const speakers = { Q: 'Q', A: isRecord ? 'THE WITNESS' : 'A' };
  const written: string[] = [];
  for (const line of lines) {
    const examiner = EXAMINER.exec(line);
    if (HEADING.test(line)) continue;
    if (examiner !== null) speakers.Q = examiner[1] ?? speakers.Q;
    const words = examiner === null ? line : line.slice(examiner[0].length);
    const letter = form.exec(words);
    if (letter !== null) {
      const name = letter[1] === 'Q' ? speakers.Q : speakers.A;
      written.push('', `${name}: ${words.slice(letter[0].length)}`);
    } else if (examiner !== null) {
      if (words !== '') written.push('', `${speakers.Q}: ${words}`);
    } else if (COLLOQUY.test(line)) written.push('', line.trimStart());
    else written.push(line);
  }
  return written.join('\n');
}

/** Whether there are at least two questions and two answers. */
function areBothRepeated(lines: readonly string[], form: RegExp): boolean {
  const letters = lines.map((line) => form.exec(line)?.[1]);
  return ['Q', 'A'].every((one) => letters.filter((other) => other === one).length > 1);
}

function withoutLineNumbers(lines: string[]): string[] {
  const numbers = lines.flatMap((line) => {
    if (line.trim() === '') return [];
    const number = LINE_NUMBER.exec(line)?.[1];
    return number === undefined ? Number.NaN : Number(number);
  });
  const inOrder = numbers.filter((number, index) => {
    return number === 1 || number === (numbers[index - 1] ?? 0) + 1;
  });
  if (inOrder.length < numbers.length * NUMBERED_SHARE) return lines;
  return lines.map((line) => line.replace(LINE_NUMBER, ''));
}
