/**
 * `npm start`: prepares the local database, builds the web app where it has changed, and serves
 * the whole product with its sample podcasts. `npm run dev` (`--dev`) adds hot reload.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfChanged } from './build-if-changed.ts';
import { savePodcasts } from './catalogue-entries.ts';
import { PROJECT_DIR, quietEnv, type Target, targetArguments, WRANGLER } from './database.ts';
import { readPort, requireFreePorts } from './free-ports.ts';
import { migrateLocal } from './migrate.ts';
import { samplerEntries } from './samples/catalogue.ts';
import { startSampler } from './samples/serve.ts';

const children: ChildProcess[] = [];

function readCommandLine() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT ?? '8787' },
      'sampler-port': { type: 'string', default: '8788' },
      /** Only with `--dev`: where the web app is served with hot reload. */
      'web-port': { type: 'string', default: '5173' },
      state: { type: 'string' },
      dev: { type: 'boolean', default: false },
      /** Builds the web app if it has changed, without serving it. */
      'build-only': { type: 'boolean', default: false },
      /** Further `--var NAME:VALUE` for the Worker. */
      var: { type: 'string', multiple: true, default: [] },
    },
  });
  return values;
}

function run(command: string, args: string[]) {
  const child = spawn(command, args, { cwd: PROJECT_DIR, stdio: 'inherit', env: quietEnv() });
  children.push(child);
  return child;
}

async function finish(what: string, child: ChildProcess) {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${what} failed (exit code ${code})`);
}

const SOURCES = ['web', 'schema', 'vite.config.ts', 'package-lock.json'];
const DIST_DIR = join(PROJECT_DIR, 'dist');
const STAMP = join(DIST_DIR, '.built-for-local');

async function buildWeb() {
  const sources = SOURCES.map((name) => join(PROJECT_DIR, name));
  const isBuilt = await buildIfChanged(STAMP, sources, async () => {
    console.log('· Building the web app');
    await finish('Building', run('vite', ['build', '--mode', 'loopback', '--logLevel', 'warn']));
  });
  if (!isBuilt) console.log('· The web app is built already');
}

async function prepareDatabase(target: Target, samplerOrigin: string) {
  console.log('· Preparing the local database: migrations and catalogue');
  await migrateLocal(target);
  await savePodcasts(target, samplerEntries(samplerOrigin));
}

function stop() {
  for (const child of children) child.kill();
}

/** Says when and where to open the browser: Wrangler's own 'Ready' is easily missed among its messages. */
async function announce(address: string, origin: string, worker: ChildProcess) {
  const isUp = () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    await wait(500);
  }
  console.log(`\n· Dripcast is ready on ${address} (Ctrl+C stops it; your data stays)\n`);
}

async function main() {
  const values = readCommandLine();
  if (values['build-only']) return buildWeb();
  const target: Target = { isRemote: false, stateDir: values.state };
  const product = readPort('port', values.port);
  const samples = readPort('sampler-port', values['sampler-port']);
  const web = readPort('web-port', values['web-port']);
  if (values.dev) await requireFreePorts('npm run dev', [product, samples, web]);
  else await requireFreePorts('npm start', [product, samples]);
  console.log('Dripcast');
  const sampler = await startSampler({ port: samples.port });
  console.log(`· The sample podcasts are at ${sampler.origin}`);
  // One after the other, because in parallel they compete for the CPU and mix their output.
  await prepareDatabase(target, sampler.origin);
  // Vite serves the web app then, but Wrangler insists on the folder of a built one.
  if (values.dev) await mkdir(DIST_DIR, { recursive: true });
  else await buildWeb();
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopping = true;
      stop();
    });
  }
  const origin = `http://localhost:${product.port}`;
  console.log(`· Starting the server on ${origin}\n`);
  const worker = run(process.execPath, [
    WRANGLER,
    'dev',
    ...targetArguments(target),
    '--port',
    String(product.port),
    '--inspector-port',
    '0',
    '--show-interactive-dev-session=false',
    ...values.var.flatMap((assignment) => ['--var', assignment]),
  ]);
  if (values.dev) {
    console.log('· Starting the web app with hot reload\n');
    process.env.WORKER_ORIGIN = origin;
    run('vite', ['--mode', 'loopback', '--port', String(web.port), '--strictPort']);
  }
  const ended = once(worker, 'exit');
  await announce(values.dev ? `http://localhost:${web.port}` : origin, origin, worker);
  const [code] = await ended;
  stop();
  await sampler.close();
  if (code !== 0 && !isStopping) throw new Error(`The server ended (exit code ${code})`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  stop();
  process.exit(1);
});
