import type { ImportJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { takeOverLost } from './import-store.ts';

/** Queues imports again whose message was lost. Returns how many. */
export async function takeOverImports(
  db: Database,
  queue: Pick<Queue<ImportJob>, 'send'>,
): Promise<number> {
  const lost = await takeOverLost(db);
  for (const importId of lost) await queue.send({ importId });
  return lost.length;
}
