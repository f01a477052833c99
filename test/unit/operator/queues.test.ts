/** The queues as they are deployed. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { PROJECT_DIR } from '../../../worker/operator/database.ts';
import { retryDelaySeconds } from '../../../worker/platform/queues/retry-delay.ts';

/** What Wrangler's types leave open. */
interface Settings {
  queues: { consumers: { queue: string; dead_letter_queue?: string; max_retries?: number }[] };
}

const DAY_SECONDS = 24 * 60 * 60;

/** For how long a message is tried that always fails. */
function secondsTried(retries: number): number {
  let seconds = 0;
  for (let attempt = 1; attempt <= retries; attempt += 1) seconds += retryDelaySeconds(attempt);
  return seconds;
}

test.each([undefined, 'production'])('no message is lost because D1 fails for hours: %s', (env) => {
  const config = join(PROJECT_DIR, 'wrangler.toml');
  const settings: Settings = unstable_readConfig({ config, ...(env ? { env } : {}) });
  const { consumers } = settings.queues;
  const consumed = consumers.map(({ queue }) => queue);
  for (const { queue, dead_letter_queue, max_retries = 0 } of consumers) {
    const isKept = consumed.includes(dead_letter_queue ?? '');
    const isTried = secondsTried(max_retries) >= DAY_SECONDS;
    expect([queue, isKept || isTried]).toEqual([queue, true]);
  }
});
