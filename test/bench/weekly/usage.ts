/** The usage of the queue's work, and its cost. */
export interface Usage {
  /** Messages put into the queue. */
  sent: number;
  /** Messages delivered to the consumer, including retries. */
  delivered: number;
  /** Those of them that were retries. */
  retried: number;
  /** Runs of the consumer. */
  batches: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
  /** Requests to hosts, each counted by the host's Durable Object. */
  hostRequests: number;
  /** Their total waiting and running time; two concurrent requests to an object both count. */
  hostMs: number;
}

/** The memory for which a running Durable Object is billed. */
const OBJECT_GIGABYTES = 0.128;

/**
 * Dollars for a million, as Cloudflare publishes them for Workers Paid (November 2026), beyond what
 * its 5 dollars a month include: 10 M requests, 30 M ms of CPU, 1 M operations of queues, 25,000 M
 * rows read and 50 M rows written; 1 M requests of Durable Objects and 400,000 GB-s of theirs.
 */
const DOLLARS_PER_MILLION = {
  'queue operations': 0.4,
  'runs of the Worker': 0.3,
  'ms of CPU': 0.02,
  'rows read': 0.001,
  'D1 rows written': 1,
  'object requests': 0.15,
  'object GB-s': 12.5,
};

/** @param cpuMs of the whole local runtime, database and queues included: more than is billed */
export function printCost(spent: Usage, cpuMs: number): void {
  const used: Record<keyof typeof DOLLARS_PER_MILLION, number> = {
    // A message is billed for its write, each delivery and its deletion.
    'queue operations': 2 * spent.sent + spent.delivered,
    'runs of the Worker': spent.batches + 1,
    'ms of CPU': cpuMs,
    // For each permit, the object checks twice whether its host is paused.
    'rows read': spent.rowsRead + 2 * spent.hostRequests,
    'D1 rows written': spent.rowsWritten,
    'object requests': spent.hostRequests,
    'object GB-s': (spent.hostMs / 1_000) * OBJECT_GIGABYTES,
  };
  let sum = 0;
  for (const [name, price] of Object.entries(DOLLARS_PER_MILLION)) {
    const amount = used[name as keyof typeof used];
    const dollars = (amount / 1e6) * price;
    sum += dollars;
    console.log(
      `  ${name.padEnd(19)} ${String(Math.round(amount)).padStart(10)} × $${price} / million = $${dollars.toFixed(5)}`,
    );
  }
  console.log(`  one week ${' '.repeat(22)} $${sum.toFixed(4)}, before what the plan includes`);
}
