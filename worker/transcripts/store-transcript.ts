import type { Database } from '../platform/database.ts';
import { formatTranscript } from './format-transcript.ts';
import { deleteTranscripts, type EpisodeWithState, markReady, writeTranscript } from './store.ts';
import type { Transcript } from './transcript.ts';

/** Stores a transcript for everyone: both forms in R2, then its data for lists in D1. */
export async function storeTranscript(
  { db, bucket }: { db: Database; bucket: R2Bucket },
  episode: EpisodeWithState,
  transcript: Transcript,
  sourceUrl: string,
): Promise<void> {
  const { title, podcastTitle, publishedAt } = episode;
  const text = formatTranscript(transcript, { title, podcastTitle, publishedAt, sourceUrl });
  await writeTranscript(bucket, episode.id, transcript, text);
  const { source, language } = transcript;
  const isThere = await markReady(db, episode.id, { source, language });
  // Deleted in the meantime, with the account that added its private feed.
  if (!isThere) await deleteTranscripts(bucket, [episode.id]);
}
