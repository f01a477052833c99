import { eq } from 'drizzle-orm';
import { episodes } from '../../../schema/tables/episodes.ts';
import type { Database } from '../../platform/database.ts';
import { withLease } from '../../platform/leases.ts';
import { describeError, log } from '../../platform/logging.ts';
import { notesFolder } from '../../transcripts/store.ts';
import type { NotesKey, NotesStore } from './notes.ts';

const objectKey = ({ episodeId, name }: NotesKey) => `${notesFolder(episodeId)}${name}.json`;

/** Notes in R2. Failures are ignored, because notes can be taken again. */
export function notesIn(bucket: R2Bucket, db: Database): NotesStore {
  return {
    async read(key) {
      try {
        return await (await bucket.get(objectKey(key)))?.json();
      } catch (error) {
        log.warn('notes_not_read', { ...key, error: describeError(error) });
        return undefined;
      }
    },
    async write(key, value) {
      try {
        await bucket.put(objectKey(key), JSON.stringify(value), {
          httpMetadata: { contentType: 'application/json' },
        });
        // Who deletes an episode deletes its notes after its row, too. So these are found by one of the two.
        if (!(await isThere(db, key.episodeId))) await bucket.delete(objectKey(key));
      } catch (error) {
        log.warn('notes_not_kept', { ...key, error: describeError(error) });
      }
    },
    async alone(key, work) {
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return work();
      };
      try {
        return await withLease(db, objectKey(key), begin);
      } catch (error) {
        if (hasBegun) throw error;
        // It would pass for a failure of the model. At worst, the notes are taken twice.
        log.warn('notes_not_claimed', { ...key, error: describeError(error) });
        return work();
      }
    },
  };
}

async function isThere(db: Database, episodeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: episodes.id })
    .from(episodes)
    .where(eq(episodes.id, episodeId));
  return rows.length > 0;
}
