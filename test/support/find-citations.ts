const TIME = String.raw`(?:\d{1,2}:)?\d{1,3}:[0-5]\d`;
const CITATION = new RegExp(String.raw`(?<!\\)\[(${TIME}(?:, ${TIME})*)\]`, 'g');

interface Citation {
  /** As written, with its brackets. */
  text: string;
  /** Whole seconds from the start of the audio. */
  seconds: number[];
}

/** Returns every `[12:34]` or `[1:02:34]` in a text, in order. */
export function findCitations(text: string): Citation[] {
  return [...text.matchAll(CITATION)].map((match) => ({
    text: match[0],
    seconds: (match[1] ?? '').split(', ').map(toSeconds),
  }));
}

function toSeconds(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
