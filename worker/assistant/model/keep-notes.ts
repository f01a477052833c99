import type { Database } from '../../platform/database.ts';
import { withLease } from '../../platform/leases.ts';
import { describe, log } from '../../platform/logging.ts';
import type { NotesStore } from './notes.ts';

/** Notes in R2. Failures are ignored, because notes can be taken again. */
export function notesIn(bucket: R2Bucket, db: Database): NotesStore {
  return {
    async read(key) {
      try {
        return await (await bucket.get(key))?.json();
      } catch (error) {
        log.warn('notes_not_read', { key, error: describe(error) });
        return undefined;
      }
    },
    async write(key, value) {
      try {
        await bucket.put(key, JSON.stringify(value), {
          httpMetadata: { contentType: 'application/json' },
        });
      } catch (error) {
        log.warn('notes_not_kept', { key, error: describe(error) });
      }
    },
    alone: (key, work) => withLease(db, key, async () => {}, work),
  };
}
