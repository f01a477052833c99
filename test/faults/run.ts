/**
 * `npm run test:faults`: runs the real product with SIGKILL, cut feeds, broken connections, bad hosts and bad
 * models, and counts how often it held. `--short` is the form in `npm run test:short-attacks`; `--only kills`
 * runs one kind alone, `--rounds 20` that many kills.
 */
import { parseArgs } from 'node:util';
import { startBench } from './bench.ts';
import { cutFeeds } from './cuts.ts';
import { readFromBadHosts } from './hosts.ts';
import { killDuringInsights } from './kills.ts';
import { askBadModels } from './models.ts';
import { breakSockets } from './sockets.ts';
import { Tally } from './tally.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    port: { type: 'string', default: process.env.FAULTS_PORT ?? '8794' },
  },
});
const isShort = values.short;
const rounds = isShort ? 1 : Number(values.rounds);

const begun = Date.now();
const tally = new Tally();
const bench = await startBench(Number(values.port));
const cases = {
  hosts: () => readFromBadHosts(bench, tally, isShort),
  cuts: () => cutFeeds(bench, tally, isShort ? 3 : 60),
  sockets: () => breakSockets(bench, tally, isShort ? 4 : 42),
  models: () => askBadModels(bench, tally, isShort ? 3 : Number.POSITIVE_INFINITY),
  kills: () => killDuringInsights(bench, tally, { rounds, isShort }),
};
try {
  for (const [name, run] of Object.entries(cases)) {
    if (!values.only || values.only === name) await run();
  }
} finally {
  await bench.close();
}
console.log(`${Math.round((Date.now() - begun) / 1_000)} s`);
process.exitCode = tally.isGood ? 0 : 1;
