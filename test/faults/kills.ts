/** SIGKILL in the middle of work: the work is taken over, once, and nobody pays twice. */
import { sql } from 'drizzle-orm';
import type { InsightReply } from '../../schema/wire/insights.ts';
import { runSql } from '../../worker/operator/database.ts';
import { type FaultBench, openSample, until } from './bench.ts';
import type { Tally } from './tally.ts';

const SAMPLES = ['Law', 'Finance', 'Marketing', 'HR', 'Health'];
/** A lease, plus the interval of the checks, plus what a busy machine adds. */
const TAKEN_OVER_SECONDS = 90;

/**
 * @param rounds each kills the server while an insight that two readers wait for is written
 * @param isShort sets the leases back as if their time had passed
 */
export async function killDuringInsights(
  bench: FaultBench,
  tally: Tally,
  { rounds, isShort }: { rounds: number; isShort: boolean },
): Promise<void> {
  const faults: string[] = [];
  const taken: number[] = [];
  // A model that failed a moment ago isn't asked; a server that has just started doesn't know that.
  await bench.crash();
  await bench.restart();
  for (let round = 0; round < rounds; round += 1) {
    const sample = `Dripcast Sampler: ${SAMPLES[round % SAMPLES.length]}`;
    const fault = await killOnce(bench, sample, isShort, taken);
    if (fault) faults.push(`round ${round + 1}: ${fault}`);
  }
  const slowest = taken.length > 0 ? `taken over after ${Math.max(...taken).toFixed(1)} s` : '';
  tally.add('insights killed in the making, two readers each', rounds, faults, slowest);
}

/** Returns what went wrong; null if nothing did. */
async function killOnce(
  bench: FaultBench,
  sample: string,
  isShort: boolean,
  taken: number[],
): Promise<string | null> {
  const { model } = bench;
  model.scenario = 'answers:faults';
  const readers = [await openSample(bench, sample), await openSample(bench, sample)];
  // Differs per round, so that no earlier insight is reused.
  const role = `Role ${crypto.randomUUID()}`;
  for (const { reader } of readers) {
    await reader.call('PUT', '/api/user/profile', { email: null, linkedinUrl: null, role });
  }
  model.isHolding = true;
  for (const { reader, path } of readers) await reader.call('POST', `${path}/insights`);
  const begun = await until(30, async () => model.held > 0);
  await bench.crash();
  model.isHolding = false;
  if (begun === null) {
    await bench.restart();
    return 'the model was not asked before the kill';
  }
  if (isShort) await setBackLeases(bench);
  await bench.restart();

  const statusOf = async ({ reader, path }: (typeof readers)[number]) =>
    (await reader.call<InsightReply>('GET', `${path}/insights`)).data.status;
  const seconds = await until(TAKEN_OVER_SECONDS, async () => {
    const statuses = await Promise.all(readers.map(statusOf));
    return statuses.every((status) => status !== 'queued');
  });
  const statuses = await Promise.all(readers.map(statusOf));
  if (seconds === null) return `still ${statuses.join(' and ')} after ${TAKEN_OVER_SECONDS} s`;
  taken.push(seconds);
  const left: number[] = [];
  for (const { reader } of readers) {
    const { remaining } = await reader.call<{ remaining: number }>(
      'GET',
      '/api/user/remaining-generations',
    );
    left.push(remaining);
  }
  const paid = left.reduce((sum, remaining) => sum + (10 - remaining), 0);
  if (paid > 1) return `${statuses.join(' and ')}, and ${paid} have paid`;
  return statuses.every((status) => status === 'done')
    ? null
    : `it ended ${statuses.join(' and ')}`;
}

async function setBackLeases({ stateDir }: FaultBench): Promise<void> {
  const target = { isRemote: false, stateDir };
  await runSql(target, sql`UPDATE generations SET lease_until = 0 WHERE status = 'queued'`);
  await runSql(target, sql`UPDATE leases SET expires_at = 0`);
}
