/** A piece of a transcript as its file has it, before it is tidied into lines. */
export interface Cue {
  start: number | null;
  end: number | null;
  speaker: string | null;
  /** Plain text, line breaks as in the file. */
  text: string;
}

/** Four hours have as many, word by word; what comes after these is left out. */
export const MAX_CUES = 50_000;
/** Characters, four times as many as four hours have; what comes after these is left out. */
export const MAX_WORDS_LENGTH = 1_000_000;
