/** Why something can't be read as a transcript, safe to show to users. */
export class TranscriptError extends Error {
  override name = 'TranscriptError';
}
