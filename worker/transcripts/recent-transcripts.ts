/**
 * Recently used transcripts, shared by all who ask an isolate about them. The assistant caches its analysis per array,
 * which weighs 25 to 45 times the text, and an isolate has 128 MB.
 */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { withSharedWork } from '../platform/keyed-lock.ts';
import { readStoredTranscript } from './store.ts';
import type { Transcript } from './transcript.ts';

/**
 * About seven hours of speech: as much as one question about all podcasts reads, or each such question would read all
 * anew.
 */
export const MAX_CHARS = 400_000;

/** Least recently used first. Holds values only, because one object must not await another's promise. */
const recent = new Map<string, Remembered>();

interface Remembered {
  /** Of the transcript: the text of a source may have changed since. */
  version: number | null;
  lines: TranscriptLine[];
  chars: number;
}

/** Returns the remembered array itself, or null. */
export function recentTranscript(
  episodeId: string,
  version: number | null,
): TranscriptLine[] | null {
  const found = recent.get(episodeId);
  if (!found || found.version !== version) return null;
  recent.delete(episodeId);
  recent.set(episodeId, found);
  return found.lines;
}

const NOT_READ = Symbol('not read');

/** Reads a stored transcript, once for all who want it at once; null if there is none. They get the same arrays. */
export async function readShared(
  bucket: R2Bucket,
  episodeId: string,
  version: number | null,
): Promise<Transcript | null> {
  const read = () => readStoredTranscript(bucket, episodeId);
  const shared = await withSharedWork(`stored transcript ${episodeId} ${version}`, () =>
    read().catch(() => NOT_READ),
  );
  // While R2 fails, they must not fail one after the other.
  return typeof shared === 'symbol' ? read() : shared;
}

/**
 * Remembers a transcript and drops the least recently used ones over the limit. Returns the array to use: of those who
 * read the same transcript at once, everybody gets the first one's, because the assistant caches its analysis per array.
 */
export function rememberTranscript(
  episodeId: string,
  version: number | null,
  lines: TranscriptLine[],
): TranscriptLine[] {
  const remembered = recentTranscript(episodeId, version);
  if (remembered) return remembered;
  recent.delete(episodeId);
  recent.set(episodeId, {
    version,
    lines,
    chars: lines.reduce((sum, { text }) => sum + text.length, 0),
  });
  let total = 0;
  for (const [id, { chars }] of [...recent].reverse()) {
    total += chars;
    // The newest one stays even if it exceeds the limit by itself.
    if (total > MAX_CHARS && id !== episodeId) recent.delete(id);
  }
  return lines;
}

/** Returns the lines of a found transcript to use, and remembers them if it is known which version they are. */
export function rememberFound(
  episodeId: string,
  { transcript, version }: { transcript: Transcript; version?: number },
): TranscriptLine[] {
  const { lines } = transcript;
  return version === undefined ? lines : rememberTranscript(episodeId, version, lines);
}
