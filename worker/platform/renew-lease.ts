import { describeError, log } from './logging.ts';

/**
 * Runs work under a lease that is renewed, so that a short lease covers long work and still expires
 * soon after its holder dies.
 *
 * @param renew called every `everyMs` until the work is done; failures are logged and retried
 */
export async function whileRenewing<Result>(
  renew: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn('lease_not_renewed', { error: describeError(error) }),
    );
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
