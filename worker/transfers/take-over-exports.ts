import type { ExportJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { takeOverLost } from './export-store.ts';

/** Queues exports again whose message was lost. Returns how many. */
export async function takeOverExports(
  db: Database,
  queue: Pick<Queue<ExportJob>, 'send'>,
): Promise<number> {
  const lost = await takeOverLost(db);
  for (const exportId of lost) await queue.send({ exportId });
  return lost.length;
}
