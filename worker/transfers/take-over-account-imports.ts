import type { AccountImportJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { takeOverLostImports } from './import-store.ts';

/** Queues account imports again whose message was lost. Returns how many. */
export async function takeOverAccountImports(
  db: Database,
  queue: Pick<Queue<AccountImportJob>, 'send'>,
): Promise<number> {
  const lost = await takeOverLostImports(db);
  for (const accountImportId of lost) await queue.send({ accountImportId });
  return lost.length;
}
