import { readTranscript } from '../../support/transcripts-at-once.ts';
/** A transcript as it would be fetched. */
export function read(text: string | Uint8Array, type = '') {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return readTranscript(bytes, { type, url: 'https://example.org/transcript' });
}

/** Its lines as start, end, speaker and words. */
export const lines = (text: string, type = '') =>
  read(text, type).lines.map(({ start, end, speaker, text: words }) => [
    start,
    end,
    speaker,
    words,
  ]);
