/** Deletes many objects from R2. */
import { chunksOf } from './chunks.ts';

/** The most keys that R2 lists, and deletes, in one call. */
const KEYS_PER_CALL = 1_000;

/** Deletes the objects with these keys. Keys without an object are no error. */
export async function deleteObjects(bucket: R2Bucket, keys: string[]): Promise<void> {
  for (const chunk of chunksOf(keys, KEYS_PER_CALL)) await bucket.delete(chunk);
}

/** Deletes all objects whose keys start with a prefix. */
export async function deleteBelow(bucket: R2Bucket, prefix: string): Promise<void> {
  for (let isMore = true; isMore; ) {
    // Without a cursor: once a page is deleted, the next one is the first.
    const { objects, truncated } = await bucket.list({ prefix, limit: KEYS_PER_CALL });
    await deleteObjects(
      bucket,
      objects.map(({ key }) => key),
    );
    isMore = truncated;
  }
}
