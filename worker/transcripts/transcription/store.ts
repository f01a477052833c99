/** The progress of a transcription: its state in R2, a percentage in D1. */
import { addSeconds } from 'date-fns';
import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import { transcripts } from '../../../schema/tables/episodes.ts';
import type { Database } from '../../platform/database.ts';
import { describeError, log } from '../../platform/logging.ts';
import { transcriptionKey } from '../store.ts';
import { storedLinesSchema } from '../transcript.ts';
import type { TranscriptionState } from './transcribe-audio.ts';

/** Renewed while a piece is transcribed. After that, any worker may continue. */
const LEASE_SECONDS = 60;

const stateSchema: z.ZodType<TranscriptionState> = z.object({
  audioUrl: z.string(),
  url: z.string(),
  pieces: z.int(),
  nextByte: z.int(),
  totalBytes: z.int().nullable(),
  etag: z.string().nullable(),
  seconds: z.number(),
  language: z.string().nullable(),
  lines: storedLinesSchema,
});

/** A transcription under way. */
interface KeptTranscription {
  /** Null before the first piece, and if it can't be read: then the audio is transcribed from the start. */
  state: TranscriptionState | null;
  /** What the next write must name. */
  etag: string | null;
}

export async function readTranscription(
  bucket: R2Bucket,
  episodeId: string,
): Promise<KeptTranscription> {
  const object = await bucket.get(transcriptionKey(episodeId));
  if (!object) return { state: null, etag: null };
  return { state: parseState(await object.text(), episodeId), etag: object.etag };
}

function parseState(text: string, episodeId: string): TranscriptionState | null {
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch (error) {
    log.error('transcription_not_read', { episodeId, error: describeError(error) });
    return null;
  }
}

/** Returns false if another worker has written in the meantime, which then continues. */
export async function writeTranscription(
  bucket: R2Bucket,
  episodeId: string,
  state: TranscriptionState,
  etag: string | null,
): Promise<boolean> {
  const onlyIf = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag };
  const written = await bucket.put(transcriptionKey(episodeId), JSON.stringify(state), { onlyIf });
  return written !== null;
}

export async function deleteTranscription(bucket: R2Bucket, episodeId: string): Promise<void> {
  await bucket.delete(transcriptionKey(episodeId));
}

/** Stores the progress in percent, and renews the lease. */
export async function markTranscription(
  db: Database,
  episodeId: string,
  progress: number,
): Promise<void> {
  await db
    .update(transcripts)
    .set({ progress, retryAt: addSeconds(new Date(), LEASE_SECONDS), checkedAt: new Date() })
    .where(and(eq(transcripts.episodeId, episodeId), eq(transcripts.status, 'fetching')));
}

const isBeingTranscribed = and(eq(transcripts.status, 'fetching'), isNotNull(transcripts.progress));

/** Extends the lease for its worker, or until its message is retried. */
export async function holdTranscription(
  db: Database,
  episodeId: string,
  delaySeconds = 0,
): Promise<void> {
  await db
    .update(transcripts)
    .set({ retryAt: addSeconds(new Date(), delaySeconds + LEASE_SECONDS) })
    .where(and(eq(transcripts.episodeId, episodeId), isBeingTranscribed));
}

/** Claims transcriptions with an expired lease, each once among concurrent callers. */
export async function claimLostTranscriptions(db: Database, count: number): Promise<string[]> {
  const isLost = and(isBeingTranscribed, lte(transcripts.retryAt, new Date()));
  const lost = db
    .select({ id: transcripts.episodeId })
    .from(transcripts)
    .where(isLost)
    .limit(count);
  const rows = await db
    .update(transcripts)
    .set({ retryAt: addSeconds(new Date(), LEASE_SECONDS) })
    .where(and(inArray(transcripts.episodeId, lost), isLost))
    .returning({ episodeId: transcripts.episodeId });
  return rows.map(({ episodeId }) => episodeId);
}
