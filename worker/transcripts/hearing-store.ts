/** How far the hearing of an episode has come: all of it in R2, a percentage in D1. */
import { addMinutes } from 'date-fns';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { transcripts } from '../../schema/tables/episodes.ts';
import type { Database } from '../platform/database.ts';
import type { HearingState } from './hear-audio.ts';

/** Longer than a piece and its tries take: then whoever asks next goes on where it stopped. */
const LEASE_MINUTES = 45;

const stateSchema: z.ZodType<HearingState> = z.object({
  audioUrl: z.string(),
  url: z.string(),
  pieces: z.int(),
  nextByte: z.int(),
  totalBytes: z.int().nullable(),
  etag: z.string().nullable(),
  seconds: z.number(),
  language: z.string().nullable(),
  lines: z.array(
    z.object({
      start: z.number().nullable(),
      end: z.number().nullable(),
      speaker: z.string().nullable(),
      text: z.string(),
    }),
  ),
});

const key = (episodeId: string) => `hearing/${episodeId}.json`;

/** With the tag that the next write has to name; null where nothing was heard yet. */
export async function readHearing(bucket: R2Bucket, episodeId: string) {
  const object = await bucket.get(key(episodeId));
  if (!object) return null;
  return { state: stateSchema.parse(await object.json()), etag: object.etag };
}

/** False where somebody else has written meanwhile: then that one goes on. */
export async function writeHearing(
  bucket: R2Bucket,
  episodeId: string,
  state: HearingState,
  etag: string | null,
): Promise<boolean> {
  const onlyIf = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag };
  return (await bucket.put(key(episodeId), JSON.stringify(state), { onlyIf })) !== null;
}

export async function deleteHearing(bucket: R2Bucket, episodeId: string): Promise<void> {
  await bucket.delete(key(episodeId));
}

/** Says how far it is, and holds the work for some more minutes. */
export async function markHearing(
  db: Database,
  episodeId: string,
  progress: number,
): Promise<void> {
  await db
    .update(transcripts)
    .set({ progress, retryAt: addMinutes(new Date(), LEASE_MINUTES), checkedAt: new Date() })
    .where(and(eq(transcripts.episodeId, episodeId), eq(transcripts.status, 'fetching')));
}
