import { describe, log } from './logging.ts';

/**
 * Does work under a lease that its worker renews, so that a short lease covers long work and yet
 * runs out soon after its holder has died.
 *
 * @param renew called every `everyMs` until the work is over; a failure is logged and tried again
 */
export async function whileRenewing<Result>(
  renew: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn('lease_not_renewed', { error: describe(error) }));
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
