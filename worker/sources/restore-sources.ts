/** Restores the sources of an exported account, each with its own id unless that is taken. */
import type { BatchItem } from 'drizzle-orm/batch';
import { SOURCE_MAX_CHARS, SOURCES_MAX } from '../../schema/limits.ts';
import { chunksOf } from '../platform/chunks.ts';
import type { Database } from '../platform/database.ts';
import { deleteTranscripts } from '../transcripts/store.ts';
import { storeText, toColumns, type Written } from './edit-sources.ts';
import { findRestored, insertRestored } from './restored-store.ts';
import { insertSourcesPodcast, noteTexts, type SourceRow } from './store.ts';

/** Texts written at a time. */
const AT_ONCE = 6;

interface ExportedSource extends Written {
  id: string;
  /** Used if its own id is taken. */
  otherId: string;
  kind: SourceRow['kind'];
  createdAt: Date;
  updatedAt: Date;
}

/** An id used elsewhere in the document; its source may have been imported with an earlier part. */
type Reference = Pick<ExportedSource, 'id' | 'otherId'>;

/**
 * Adds the sources that the user doesn't have, while there is room. Inserts rows before texts, so that a
 * text is only written for a row that belongs to the user. A row without a text gets it with the next
 * import.
 *
 * @param counted a statement that counts the rows which the one before it in a batch wrote
 * @returns the user's ids by those of the document
 */
export async function restoreSources(
  { db, bucket }: { db: Database; bucket: R2Bucket },
  userId: string,
  given: readonly ExportedSource[],
  references: readonly Reference[],
  counted?: BatchItem<'sqlite'>,
): Promise<Map<string, string>> {
  const wanted = [...given, ...references].map(({ id, otherId }) => ({ id, otherId }));
  if (wanted.length === 0) return new Map();
  const texts = new Map<string, Awaited<ReturnType<typeof toColumns>>>();
  for (const source of given.slice(0, SOURCES_MAX)) {
    if (source.text.trim() === '') continue;
    const made = await toColumns(source);
    if (made.columns.characters <= SOURCE_MAX_CHARS) texts.set(source.id, made);
  }
  let found = await findRestored(db, userId, wanted);
  const known = new Set(found.keys());
  const rows = given.flatMap(({ id, otherId, kind, createdAt, updatedAt }) => {
    const columns = known.has(id) ? undefined : texts.get(id)?.columns;
    return columns ? [{ ...columns, id, otherId, kind, createdAt, updatedAt }] : [];
  });
  if (rows.length > 0) {
    await insertRestored(db, userId, await insertSourcesPodcast(db, userId), rows, counted);
    found = await findRestored(db, userId, wanted);
  }
  const lacking = [...found].flatMap(([ref, { id, hasText }]) => {
    const made = hasText ? undefined : texts.get(ref);
    return made ? [{ id, ...made }] : [];
  });
  for (const some of chunksOf(lacking, AT_ONCE)) {
    await Promise.all(
      some.map(({ id, columns, paragraphs }) => storeText(bucket, id, columns, paragraphs)),
    );
  }
  if (lacking.length > 0) {
    const ids = lacking.map(({ id }) => id);
    await noteTexts(db, userId, ids);
    const restored = await findRestored(db, userId, wanted);
    const left = new Set([...restored.values()].map(({ id }) => id));
    // Deleted in the meantime, maybe with the account.
    await deleteTranscripts(
      bucket,
      ids.filter((id) => !left.has(id)),
    );
  }
  return new Map([...found].map(([ref, { id }]) => [ref, id]));
}
