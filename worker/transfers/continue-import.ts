/** Imports the next part of an account. */
import { accountDocumentSchema } from '../../schema/wire/account-document.ts';
import type { AccountImportJob } from '../../schema/wire/jobs.ts';
import { withLease } from '../platform/leases.ts';
import { type ImportDeps, importAccount } from './import-account.ts';
import {
  beginPart,
  failImport,
  finishPart,
  holdImport,
  isGivenUp,
  readNextPart,
} from './import-store.ts';

export interface ContinueDeps extends ImportDeps {
  queue: Pick<Queue<AccountImportJob>, 'send'>;
}

/**
 * Imports one part and queues the next. An import that is done, failed or gone is left alone, and a part
 * that comes in twice adds nothing, so a message that comes twice does no harm.
 *
 * @returns busy where somebody else is importing it
 */
export async function continueAccountImport(
  deps: ContinueDeps,
  id: string,
): Promise<'done' | 'busy'> {
  const { db, bucket, queue } = deps;
  const renew = () => holdImport(db, id);
  const outcome = await withLease(db, `account import ${id}`, renew, async () => {
    const row = await beginPart(db, id);
    if (!row) return 'done' as const;
    const document = isGivenUp(row) ? null : await readNextPart(bucket, row);
    if (document === null) {
      await failImport(deps, id);
      return 'done' as const;
    }
    const came = await importAccount(deps, row.userId, accountDocumentSchema.parse(document));
    return (await finishPart(deps, row, came)) ? ('next' as const) : ('done' as const);
  });
  // Sent once the lease is released, because the next message needs it.
  if (outcome === 'next') await queue.send({ accountImportId: id });
  return outcome === null ? 'busy' : 'done';
}
