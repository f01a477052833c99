import type { TranscriptionJob } from '../../../schema/wire/jobs.ts';
import type { Database } from '../../platform/database.ts';
import { claimLostTranscriptions, readTranscription } from './store.ts';

/** Limited, because each state contains all words so far. */
const AT_ONCE = 10;

/** Queues transcriptions again whose worker died, from where they stopped. Returns how many. */
export async function takeOverTranscription(
  db: Database,
  bucket: R2Bucket,
  queue: Pick<Queue<TranscriptionJob>, 'send'>,
): Promise<number> {
  const lost = await claimLostTranscriptions(db, AT_ONCE);
  for (const episodeId of lost) {
    const { state } = await readTranscription(bucket, episodeId);
    await queue.send({ episodeId, pieces: state?.pieces ?? 0 });
  }
  return lost.length;
}
