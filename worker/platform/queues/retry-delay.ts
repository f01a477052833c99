import { describeError, log } from '../logging.ts';

/** Seconds before a queue message is retried: 30 s, doubling, at most 30 minutes. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(30 * 2 ** (attempts - 1), 1_800);
}

/**
 * Tries a message again later, even if the work can't be held for it because D1 fails: without a delay, all tries
 * would be over within a second.
 *
 * @param hold keeps others from taking the work over until then
 */
export async function retryLater(
  message: Pick<Message, 'retry'>,
  delaySeconds: number,
  hold: () => Promise<unknown>,
): Promise<void> {
  try {
    await hold();
  } catch (error) {
    log.warn('retry_not_held', { error: describeError(error) });
  }
  message.retry({ delaySeconds });
}
