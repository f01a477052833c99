/** Imports the next part of an account. */
import { accountDocumentSchema } from '../../../schema/wire/account-document.ts';
import type { AccountImportJob } from '../../../schema/wire/jobs.ts';
import { withLease } from '../../platform/leases.ts';
import { ACCOUNT_FULL, isAccountFull } from './account-size.ts';
import { type ImportDeps, importAccount } from './import-account.ts';
import { readNextPart } from './parts.ts';
import {
  beginPart,
  countAdded,
  failAccountImport,
  failWithoutFile,
  finishPart,
  holdImport,
} from './progress.ts';
import type { ImportTarget } from './row-sql.ts';

export interface ContinueDeps extends ImportDeps {
  queue: Pick<Queue<AccountImportJob>, 'send'>;
}

/**
 * Imports one part and queues the next. Idempotent: an import that is done, failed or gone is left alone,
 * and importing a part twice adds nothing.
 *
 * @returns busy if another worker is importing it
 */
export async function continueAccountImport(
  deps: ContinueDeps,
  id: string,
): Promise<'done' | 'busy'> {
  const { db, queue } = deps;
  const outcome = await withLease(
    db,
    `account import ${id}`,
    () => importNextPart(deps, id),
    () => holdImport(db, id),
  );
  // Sent once the lease is released, because the next message needs it.
  if (outcome === 'next') await queue.send({ accountImportId: id });
  return outcome === null ? 'busy' : 'done';
}

async function importNextPart(deps: ImportDeps, id: string): Promise<'done' | 'next'> {
  const { db, bucket } = deps;
  const row = await beginPart(db, id);
  if (!row) return 'done';
  const document = await readNextPart(bucket, row);
  if (document === null) {
    await failWithoutFile(deps, row);
    return 'done';
  }
  if (await isAccountFull(db, row.userId)) {
    await failAccountImport(db, id, ACCOUNT_FULL);
    return 'done';
  }
  const target: ImportTarget = {
    db,
    userId: row.userId,
    counted: (list) => countAdded(db, id, list),
  };
  const left = await importAccount(deps, target, accountDocumentSchema.parse(document));
  return (await finishPart(deps, row, left)) ? 'next' : 'done';
}
