import { chunksOf } from '../chunks.ts';

/** The most messages that a queue takes in one call. */
export const MESSAGES_PER_CALL = 100;

/** Queues a message for each of these jobs, of which there may be any number. */
export async function sendAll<Job>(
  queue: Pick<Queue<Job>, 'sendBatch'>,
  jobs: readonly Job[],
): Promise<void> {
  for (const chunk of chunksOf(jobs, MESSAGES_PER_CALL)) {
    await queue.sendBatch(chunk.map((body) => ({ body })));
  }
}
