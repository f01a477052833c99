import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { chunksOf } from '../platform/chunks.ts';
import type { Database } from '../platform/database.ts';
import { deleteBelow, deleteObjects } from '../platform/delete-objects.ts';
import { storedLinesSchema, type Transcript } from './transcript.ts';

const storedSchema: z.ZodType<Transcript> = z.object({
  source: z.enum(['feed', 'youtube', 'speech', 'user']),
  language: z.string().nullable(),
  lines: storedLinesSchema,
});

const textKey = (episodeId: string) => `transcripts/${episodeId}.txt`;
const linesKey = (episodeId: string) => `transcripts/${episodeId}.json`;
/** Of a transcription that has begun. */
export const transcriptionKey = (episodeId: string) => `transcriptions/${episodeId}.json`;

/** Returns the timed lines of a stored transcript; null if there is none. */
export async function readStoredTranscript(
  bucket: R2Bucket,
  episodeId: string,
): Promise<Transcript | null> {
  const object = await bucket.get(linesKey(episodeId));
  return object ? storedSchema.parse(await object.json()) : null;
}

/** Returns the transcript for download; null if there is none. */
export async function readStoredText(bucket: R2Bucket, episodeId: string): Promise<string | null> {
  const object = await bucket.get(textKey(episodeId));
  return object ? object.text() : null;
}

/** Stores both forms. The timed lines are written last, so if they exist the text does too. */
export async function writeTranscript(
  bucket: R2Bucket,
  episodeId: string,
  transcript: Transcript,
  text: string,
): Promise<void> {
  await bucket.put(textKey(episodeId), text, {
    httpMetadata: { contentType: 'text/plain; charset=utf-8' },
  });
  await bucket.put(linesKey(episodeId), JSON.stringify(transcript), {
    httpMetadata: { contentType: 'application/json' },
  });
}

/** Deletes all forms of these episodes' transcripts, also unfinished ones. */
export function deleteTranscripts(bucket: R2Bucket, episodeIds: string[]): Promise<void> {
  return deleteObjects(
    bucket,
    episodeIds.flatMap((id) => [textKey(id), linesKey(id), transcriptionKey(id)]),
  );
}

/** Where an assistant keeps what it noted on an episode: statements from its transcript, word for word. */
export const notesFolder = (episodeId: string) => `notes/${episodeId}/`;
/** Each takes a call, and the platform opens six connections at a time. */
const FOLDERS_AT_ONCE = 6;

/** Deletes what assistants noted on these episodes, as they do for whoever asks first. */
export async function deleteNotes(bucket: R2Bucket, episodeIds: string[]): Promise<void> {
  for (const some of chunksOf(episodeIds, FOLDERS_AT_ONCE)) {
    await Promise.all(some.map((id) => deleteBelow(bucket, notesFolder(id))));
  }
}

/** Returns what is needed to find an episode's transcript, and its current state; or null. */
export async function findEpisodeWithState(db: Database, episodeId: string) {
  const rows = await db
    .select({
      id: episodes.id,
      title: episodes.title,
      podcastTitle: podcasts.title,
      language: podcasts.language,
      publishedAt: episodes.publishedAt,
      transcriptLinks: episodes.transcriptLinks,
      youtubeVideoId: episodes.youtubeVideoId,
      isYoutubeShort: episodes.isYoutubeShort,
      audioUrl: episodes.audioUrl,
      durationSeconds: episodes.durationSeconds,
      state: transcripts,
    })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(eq(episodes.id, episodeId));
  return rows[0] ?? null;
}
export type EpisodeWithState = NonNullable<Awaited<ReturnType<typeof findEpisodeWithState>>>;

/** Returns null if nobody has looked for the transcript yet. */
export async function findTranscriptState(db: Database, episodeId: string) {
  const rows = await db.select().from(transcripts).where(eq(transcripts.episodeId, episodeId));
  return rows[0] ?? null;
}

/**
 * Claims the work of fetching a transcript until `until`, in one statement: one of several concurrent
 * callers gets true. The claim expires if its holder dies.
 */
export async function claimTranscript(
  db: Database,
  episodeId: string,
  until: Date,
  options: { evenIfReady: boolean },
): Promise<boolean> {
  const now = new Date();
  const claim = {
    status: 'fetching' as const,
    progress: null,
    retryAt: until,
    checkedAt: now,
    reason: null,
  };
  const rows = await db
    .insert(transcripts)
    .values({ episodeId, ...claim })
    .onConflictDoUpdate({
      target: transcripts.episodeId,
      set: claim,
      setWhere: or(
        lte(transcripts.retryAt, now),
        options.evenIfReady ? eq(transcripts.status, 'ready') : sql`false`,
      ),
    })
    .returning({ episodeId: transcripts.episodeId });
  return rows.length > 0;
}

/** Extends the claim, unless the work is done or was handed to the transcription. */
export async function renewClaim(db: Database, episodeId: string, until: Date): Promise<void> {
  await db
    .update(transcripts)
    .set({ retryAt: until })
    .where(
      and(
        eq(transcripts.episodeId, episodeId),
        eq(transcripts.status, 'fetching'),
        isNull(transcripts.progress),
      ),
    );
}

/** Notes that a transcript has been stored. Returns false if the episode is gone. */
export async function markReady(
  db: Database,
  episodeId: string,
  found: { source: Transcript['source']; language: string | null },
): Promise<boolean> {
  const rows = await db
    .update(transcripts)
    .set({
      ...found,
      status: 'ready',
      progress: null,
      reason: null,
      retryAt: null,
      checkedAt: new Date(),
    })
    .where(eq(transcripts.episodeId, episodeId))
    .returning({ episodeId: transcripts.episodeId });
  return rows.length > 0;
}

/**
 * Marks what is being fetched as unavailable. What another worker has stored meanwhile stays.
 *
 * @param reason null after a temporary failure
 */
export async function markUnavailable(
  db: Database,
  episodeId: string,
  reason: string | null,
  retryAt: Date,
): Promise<void> {
  await db
    .update(transcripts)
    .set({ status: 'unavailable', progress: null, reason, retryAt, checkedAt: new Date() })
    .where(and(eq(transcripts.episodeId, episodeId), eq(transcripts.status, 'fetching')));
}
