import type { Cue } from './cues.ts';

/** A sentence is split when it gets longer than one reads at a glance. */
const MAX_LINE_LENGTH = 200;
/** A file has one cue per word if it has at least this many cues, mostly single words. */
const MIN_CUES = 5;
const SINGLE_SHARE = 0.75;
/** Longer pauses end a line. */
const MAX_PAUSE_SECONDS = 2;
/** Scripts written without spaces between words. */
export const SPACELESS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const ENDS_SPACELESS = new RegExp(`${SPACELESS}$`, 'u');
const HOLDS_SPACELESS = new RegExp(SPACELESS, 'u');
/** Characters. Longer texts aren't single words in these scripts, so they aren't segmented to check. */
const MAX_SPACELESS_WORD = 20;
/** A service's word may be two for the segmenter: a verb and its ending. */
const MAX_SEGMENTS = 2;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Joins the cues of word-by-word files into lines of a sentence. */
export function joinWords(cues: readonly Cue[]): Cue[] {
  const single = cues.filter((cue) => isWord(cue.text.trim())).length;
  if (cues.length < MIN_CUES || single < cues.length * SINGLE_SHARE) return [...cues];
  const own = cues.filter((cue) => /^\s|\s$/.test(cue.text)).length;
  const hasOwnSpaces = own >= cues.length * 0.3;
  const lines: Cue[] = [];
  for (const cue of cues) {
    const last = lines.at(-1);
    if (last !== undefined && continues(last, cue)) {
      last.text += `${hasOwnSpaces ? '' : separator(last.text, cue.text)}${cue.text}`;
      last.end = cue.end ?? last.end;
    } else {
      lines.push({ ...cue });
    }
  }
  return lines;
}

function isWord(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (!HOLDS_SPACELESS.test(text)) return true;
  if (text.length > MAX_SPACELESS_WORD) return false;
  return [...segmenter.segment(text)].filter((part) => part.isWordLike).length <= MAX_SEGMENTS;
}

function continues(line: Cue, cue: Cue): boolean {
  if (line.speaker !== cue.speaker) return false;
  const length = line.text.length + cue.text.length;
  if (length > MAX_LINE_LENGTH * 2) return false;
  if (/^[,.;:!?…%)\]}'’”]/.test(cue.text.trimStart())) return true;
  if (length > MAX_LINE_LENGTH) return false;
  if (/[.!?…。！？]["'”’)\]]*\s*$/.test(line.text)) return false;
  const pause = (cue.start ?? 0) - (line.end ?? cue.start ?? 0);
  return pause <= MAX_PAUSE_SECONDS;
}

function separator(line: string, word: string): string {
  if (/\s$/.test(line) || /^[\s,.;:!?…%)\]}'’”]/.test(word)) return '';
  return ENDS_SPACELESS.test(line) ? '' : ' ';
}
