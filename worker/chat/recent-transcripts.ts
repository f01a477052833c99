/**
 * Transcripts that were asked about of late, shared by all conversations of one isolate: what the
 * assistant works out about one weighs a hundred times its text and an isolate has 128 MB, however
 * many conversations it holds.
 */
import type { TranscriptLine } from '../transcripts/transcript.ts';

/** About five hours of talk. */
const MOST_CHARS = 300_000;

/** Oldest use first. Only values: a promise of one object must not be awaited by another. */
const recent = new Map<string, { lines: TranscriptLine[]; chars: number }>();

/** The same array that was remembered, or null if there is none (any more). */
export function recentTranscript(episodeId: string): TranscriptLine[] | null {
  const found = recent.get(episodeId);
  if (!found) return null;
  recent.delete(episodeId);
  recent.set(episodeId, found);
  return found.lines;
}

/** Remembers a transcript, and forgets those that were not asked about for longest. */
export function rememberTranscript(episodeId: string, lines: TranscriptLine[]): void {
  recent.delete(episodeId);
  recent.set(episodeId, {
    lines,
    chars: lines.reduce((sum, { text }) => sum + text.length, 0),
  });
  let total = 0;
  for (const [id, { chars }] of [...recent].reverse()) {
    total += chars;
    // One that is too long by itself stays while it is the newest.
    if (total > MOST_CHARS && id !== episodeId) recent.delete(id);
  }
}
