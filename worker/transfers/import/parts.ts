/** The parts of account imports in R2, as they were sent. */
import type { accountImports } from '../../../schema/tables/account-imports.ts';
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import { deleteObjects } from '../../platform/delete-objects.ts';

export type ImportRow = typeof accountImports.$inferSelect;

const partKey = ({ userId, id }: Pick<ImportRow, 'userId' | 'id'>, part: number) =>
  `imports/${userId}/${id}/${part}.json`;

/** Stores a part. @returns its key */
export async function storePart(
  bucket: R2Bucket,
  row: Pick<ImportRow, 'userId' | 'id'>,
  part: number,
  document: AccountDocument,
): Promise<string> {
  const key = partKey(row, part);
  await bucket.put(key, JSON.stringify(document));
  return key;
}

/** Reads an import's current part as it was sent; null if it is gone. */
export async function readNextPart(bucket: R2Bucket, row: ImportRow): Promise<unknown> {
  const object = await bucket.get(partKey(row, row.imported + 1));
  return object === null ? null : object.json();
}

/** Deletes all parts of these imports. */
export function deleteParts(bucket: R2Bucket, rows: ImportRow[]): Promise<void> {
  const keys = rows.flatMap((row) =>
    Array.from({ length: row.parts }, (_, index) => partKey(row, index + 1)),
  );
  return deleteObjects(bucket, keys);
}
