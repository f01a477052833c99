/** Why something is not read as a transcript, in plain words which may be shown to a person. */
export class TranscriptError extends Error {
  override name = 'TranscriptError';
}
