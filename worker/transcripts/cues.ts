/** A piece of a transcript as its file has it, before it is tidied into lines. */
export interface Cue {
  start: number | null;
  end: number | null;
  speaker: string | null;
  /** Plain text, line breaks as in the file. */
  text: string;
}
