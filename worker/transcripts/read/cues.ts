/** A cue of a transcript file, before it is tidied into lines. */
export interface Cue {
  start: number | null;
  end: number | null;
  speaker: string | null;
  /** Plain text with the file's line breaks. */
  text: string;
}

/** As many as four hours have word by word; the rest is ignored. */
export const MAX_CUES = 50_000;
/** Characters, four times as many as four hours have; the rest is ignored. */
export const MAX_WORDS_LENGTH = 1_000_000;
