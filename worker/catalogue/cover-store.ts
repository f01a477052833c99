/** Covers in R2, accessed only here. Missing covers are remembered too, for a while. */
import { deleteBelow, deleteObjects } from '../platform/delete-objects.ts';
import { sha256Hex } from '../platform/sha256.ts';
import type { CoverImage } from './cover.ts';

/** After this, a cover is read again in case it has changed. */
const FRESH_MS = 30 * 24 * 60 * 60 * 1_000;
/** After this, a missing cover is requested again. */
const ABSENT_MS = 10 * 60 * 1_000;

export interface StoredCover {
  /** Null if there was none. */
  image: { type: string; body: ReadableStream; etag: string } | null;
  /** Whether it should be read again. */
  isStale: boolean;
}

const keyOf = (podcastId: string) => `covers/${podcastId}`;

/** What the ids of episodes' pictures begin with. */
export const EPISODE_PICTURES = 'episodes';
export const episodePictureId = (episodeId: string) => `${EPISODE_PICTURES}/${episodeId}`;

/** The id of a chapter's picture: below its podcast, so that they are deleted together. */
export const chapterPictureId = (chapter: {
  podcastId: string;
  episodeId: string;
  start: number;
}) => `${chapter.podcastId}/chapters/${chapter.episodeId}/${chapter.start}`;

/** Returns the stored cover of this address; null if nothing is stored. */
export async function findCover(
  bucket: R2Bucket,
  podcastId: string,
  imageUrl: string,
): Promise<StoredCover | null> {
  const object = await bucket.get(keyOf(podcastId));
  if (object?.customMetadata?.address !== (await sha256Hex(imageUrl))) {
    await object?.body.cancel();
    return null;
  }
  const age = Date.now() - object.uploaded.getTime();
  const { contentType: type } = object.httpMetadata ?? {};
  if (object.size > 0 && type !== undefined) {
    const image = { type, body: object.body, etag: object.httpEtag };
    return { image, isStale: age > FRESH_MS };
  }
  await object.body.cancel();
  return age < ABSENT_MS ? { image: null, isStale: false } : null;
}

/** Stores a cover or, with null, that there is none; an older cover then stays. */
export async function storeCover(
  bucket: R2Bucket,
  podcastId: string,
  imageUrl: string,
  cover: CoverImage | null,
): Promise<void> {
  const address = await sha256Hex(imageUrl);
  if (!cover) {
    const kept = await bucket.head(keyOf(podcastId));
    if (kept && kept.size > 0 && kept.customMetadata?.address === address) return;
  }
  await bucket.put(keyOf(podcastId), cover?.bytes ?? '', {
    ...(cover ? { httpMetadata: { contentType: cover.type } } : {}),
    customMetadata: { address },
  });
}

/** Deletes the images with these ids. */
export function deleteCovers(bucket: R2Bucket, ids: string[]): Promise<void> {
  return deleteObjects(bucket, ids.map(keyOf));
}

/** Deletes the pictures of the chapters of this podcast's episodes. */
export function deleteChapterPictures(bucket: R2Bucket, podcastId: string): Promise<void> {
  return deleteBelow(bucket, `${keyOf(podcastId)}/chapters/`);
}
