/**
 * `npm run test:abuse`: runs all cases, prints a table, and fails if another reader has to wait too long.
 * With `--short`, as in `npm run test:short-attacks`: runs each attack once without measuring time, and fails
 * if its effects are larger than allowed or a probe isn't answered.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../support/product.ts';
import type { AbuseCase, AbuseContext } from './abuse-case.ts';
import { makeContext } from './context.ts';
import { measure, probeDuring, ROUNDS } from './measure.ts';
import { startOutsideHosts } from './outside-hosts.ts';

/** How many times as long a probe may take as on a quiet server. */
const MAX_TIMES = 3;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    port: { type: 'string', default: process.env.ABUSE_PORT ?? '8797' },
  },
});

async function loadCases(): Promise<AbuseCase[]> {
  const folder = join(import.meta.dirname, 'cases');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const modules = await Promise.all(
    names
      .filter((name) => values.only === undefined || name.includes(values.only))
      .map((name) => import(join(folder, name)) as Promise<{ default: AbuseCase }>),
  );
  const cases = modules.map((module) => module.default);
  return values.short ? cases.filter(({ isShort }) => isShort) : cases;
}

interface Row {
  isGood: boolean;
  columns: Record<string, string>;
}

async function runCase(one: AbuseCase, context: AbuseContext): Promise<Row> {
  const other = await context.register();
  const probe = () =>
    Promise.all([
      other.call('GET', '/api/podcasts'),
      other.call('GET', '/api/user/insights'),
      other.call('GET', '/api/user/subscriptions'),
    ]);
  const { attack, read = probe } = await one.prepare(context);
  if (values.short) {
    await probeDuring(read, () => attack(0), one.pace);
    return { isGood: true, columns: { result: 'ok' } };
  }
  const measured = await measure(read, attack, MAX_TIMES, one.pace);
  const isGood = measured.ratio <= MAX_TIMES;
  return {
    isGood,
    columns: {
      'quiet (ms)': measured.quietMs.toFixed(0),
      'attacked (ms)': measured.attackedMs.toFixed(0),
      'longest (ms)': measured.longestMs.toFixed(0),
      ratio: measured.ratio.toFixed(2),
      result: isGood ? 'ok' : 'TOO LONG',
    },
  };
}

const begun = Date.now();
const stateDir = await mkdtemp(join(tmpdir(), 'abuse-'));
const product = await startProduct(Number(values.port), stateDir);
const hosts = await startOutsideHosts();
const context = makeContext(product.origin, stateDir, hosts, {
  rounds: values.short ? 1 : ROUNDS.all,
  isShort: values.short,
});

const rows: Record<string, Row['columns']> = {};
let failures = 0;
try {
  for (const one of await loadCases()) {
    const row = await runCase(one, context).catch((error: unknown): Row => {
      console.error(`${one.name}:`, error);
      return { isGood: false, columns: { result: 'FAILED' } };
    });
    if (!row.isGood) failures += 1;
    rows[one.name] = row.columns;
    console.log(`· ${one.name}: ${Object.values(row.columns).join(', ')}`);
  }
} finally {
  hosts.close();
  await product.stop();
  await rm(stateDir, { recursive: true, force: true, maxRetries: 5 });
}
console.table(rows);
console.log(`${Math.round((Date.now() - begun) / 1_000)} s`);
if (failures > 0) {
  console.error(
    `${failures} attack(s) do more than they may, or make another reader wait more than ${MAX_TIMES} times as long.`,
  );
}
if (failures > 0 || Object.keys(rows).length === 0) process.exitCode = 1;
