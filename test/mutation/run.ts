/**
 * Changes the code of some rooms in small ways and prints the share of changes that the tests of
 * these rooms notice: `npm run test:mutation -- --mutants 200 --seed 7 --rooms chat,quiz`.
 *
 * All mutants are in the source at once, each behind a switch. A first run finds out which tests
 * reach which mutant; after that, a mutant only costs the test files that reach it.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { listenOnLoopback } from '../../worker/operator/samples/loopback-server.ts';
import { seeded } from '../support/sample.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/mutation');
/** How many more test files each round tries on the mutants that no test has noticed yet. */
const ROUNDS = [1, 2, 4, 8, 16];
/** The run fails below this share. */
const MIN_PERCENT = 85;

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    rooms: { type: 'string', default: 'chat,insights,accounts,library,quiz' },
  },
});
const rooms = values.rooms.split(',');

function chooseMutants(): Mutant[] {
  const all = rooms
    .flatMap((room) => globSync(`worker/${room}/**/*.ts`, { cwd: ROOT }).sort())
    .flatMap((file) => mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')));
  const random = seeded(Number(values.seed));
  return all
    .map((mutant) => ({ mutant, draw: random() }))
    .sort((one, other) => one.draw - other.draw)
    .slice(0, Number(values.mutants))
    .map(({ mutant }, index) => ({ ...mutant, id: index + 1 }));
}

/** The unit tests that import the rooms, their folders of Worker tests, and those of all routes. */
function testFiles(): string[] {
  const unit = globSync('test/unit/**/*.test.ts', { cwd: ROOT }).filter((path) =>
    rooms.some((room) => readFileSync(join(ROOT, path), 'utf8').includes(`/worker/${room}/`)),
  );
  const folders = [...rooms.map((room) => `${room}/**/`), ''];
  const worker = folders.flatMap((folder) =>
    globSync(`test/worker/${folder}*.test.ts`, { cwd: ROOT }),
  );
  return [...unit, ...worker].sort();
}

interface Trial {
  file: string;
  /** 0: no mutant is switched on. */
  mutant: number;
}

/** Writes a test file that runs another one with a mutant switched on, up to its first failure. */
function writeTrial({ file, mutant }: Trial, name: string, reportTo: string): string {
  const project = file.startsWith('test/unit/') ? 'unit' : 'worker';
  const path = join(CACHE, project, `${name}.test.ts`);
  writeFileSync(
    path,
    `import { afterAll, beforeAll, beforeEach } from 'vitest';
const asked = new Set();
let hasFailed = false;
beforeAll(() => {
  globalThis.__mutantsAsked = asked;
  globalThis.__mutantOn = ${mutant};
});
beforeEach((context) => {
  if (hasFailed && ${mutant} > 0) context.skip();
  context.onTestFailed(() => { hasFailed = true; });
});
afterAll(async () => {
  globalThis.__mutantOn = 0;
  const body = JSON.stringify({ file: '${file}', asked: [...asked] });
  await fetch('${reportTo}', { method: 'POST', body });
});
await import('../../../${file}?${name}');
`,
  );
  return path;
}

/** Runs the trials. Returns whether each one failed, and the mutants that each test file reached. */
async function run(trials: Trial[]) {
  for (const project of ['unit', 'worker']) {
    rmSync(join(CACHE, project), { recursive: true, force: true });
    mkdirSync(join(CACHE, project), { recursive: true });
  }
  const asked = new Map<string, number[]>();
  const reports = await listenOnLoopback(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const report = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      asked.set(report.file, report.asked);
      response.end();
    }),
  );
  const paths = trials.map((trial, index) => writeTrial(trial, `trial-${index}`, reports.origin));
  const vitest = await startVitest(
    'test',
    [],
    {
      watch: false,
      reporters: [{}],
      silent: true,
      config: join(import.meta.dirname, 'vitest.config.ts'),
    },
    {},
  );
  const failed = new Set(
    vitest.state
      .getFiles()
      .filter(({ result }) => result?.state === 'fail')
      .map(({ filepath }) => filepath),
  );
  await vitest.close();
  await reports.close();
  return { hasFailed: paths.map((path) => failed.has(path)), asked };
}

const roomOf = (path: string) => path.split('/')[path.startsWith('worker/') ? 1 : 2] ?? '';

async function main() {
  const mutants = chooseMutants();
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, 'mutants.json'), JSON.stringify(mutants));
  console.log(`${mutants.length} mutants of ${values.rooms}: --seed ${values.seed}`);

  const files = testFiles();
  const { hasFailed, asked } = await run(files.map((file) => ({ file, mutant: 0 })));
  const broken = files.filter((_, index) => hasFailed[index]);
  if (broken.length > 0)
    console.log(`Left out, as they fail without a mutant: ${broken.join(', ')}`);

  /** The test files that reach each mutant: those of its room first, then the most specific. */
  const reachers = new Map(
    mutants.map(({ id, file }) => {
      const distance = (path: string) => (roomOf(path) === roomOf(file) ? 0 : 1_000);
      const cost = (path: string) => distance(path) + (asked.get(path)?.length ?? 0);
      const reaching = files.filter(
        (path) => !broken.includes(path) && asked.get(path)?.includes(id),
      );
      return [id, reaching.sort((one, other) => cost(one) - cost(other))];
    }),
  );
  const noticed = new Set<number>();
  let from = 0;
  for (const count of ROUNDS) {
    const trials = mutants
      .filter(({ id }) => !noticed.has(id))
      .flatMap(({ id }) =>
        (reachers.get(id) ?? []).slice(from, from + count).map((file) => ({ file, mutant: id })),
      );
    from += count;
    if (trials.length === 0) continue;
    const results = await run(trials);
    for (const [index, { mutant }] of trials.entries()) {
      if (results.hasFailed[index]) noticed.add(mutant);
    }
    console.log(`${noticed.size} of ${mutants.length} noticed after ${from} test file(s) each`);
  }

  for (const { id, file, line, original, replacement } of mutants) {
    if (noticed.has(id)) continue;
    const why = reachers.get(id)?.length === 0 ? 'no test reaches it' : 'survived';
    const inOneLine = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 80);
    console.log(`${why}: ${file}:${line} ${inOneLine(original)} → ${inOneLine(replacement)}`);
  }
  const percent = (100 * noticed.size) / mutants.length;
  console.log(
    `The tests notice ${percent.toFixed(1)} % of ${mutants.length} mutants (--seed ${values.seed})`,
  );
  process.exitCode = percent >= MIN_PERCENT ? 0 : 1;
}

await main();
