/**
 * `npm start`: prepares the local database, builds the web app where it has changed, and serves
 * the whole product with its sample podcasts. `npm run dev` (`--dev`) adds hot reload.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { savePodcasts } from './catalogue-entries.ts';
import { PROJECT_DIR, quietEnv, type Target, targetArguments, WRANGLER } from './database.ts';
import { migrateLocal } from './migrate.ts';
import { samplerEntries } from './samples/catalogue.ts';
import { startSampler } from './samples/serve.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '8787' },
    'sampler-port': { type: 'string', default: '8788' },
    state: { type: 'string' },
    dev: { type: 'boolean', default: false },
    /** Builds the web app if it has changed, without serving it. */
    'build-only': { type: 'boolean', default: false },
    /** Further `--var NAME:VALUE` for the Worker. */
    var: { type: 'string', multiple: true, default: [] },
  },
});
const port = Number(values.port);
const target: Target = { isRemote: false, stateDir: values.state };
const children: ChildProcess[] = [];

function run(command: string, args: string[]) {
  const child = spawn(command, args, { cwd: PROJECT_DIR, stdio: 'inherit', env: quietEnv() });
  children.push(child);
  return child;
}

async function finish(what: string, child: ChildProcess) {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${what} failed (exit code ${code})`);
}

async function newest(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const times = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))));
  return Math.max(0, ...times);
}

/** The web app's sources. The stamp is written after building. */
const SOURCES = ['web', 'schema', 'vite.config.ts', 'package-lock.json'];
const STAMP = join(PROJECT_DIR, 'dist/.built-for-local');

async function buildWeb() {
  const builtAt = (await stat(STAMP).catch(() => null))?.mtimeMs ?? 0;
  const changedAt = Math.max(
    ...(await Promise.all(SOURCES.map((name) => newest(join(PROJECT_DIR, name))))),
  );
  if (builtAt > changedAt) return console.log('· The web app is built already');
  console.log('· Building the web app');
  await finish('Building', run('vite', ['build', '--mode', 'loopback', '--logLevel', 'warn']));
  await writeFile(STAMP, '');
}

async function prepareDatabase(samplerOrigin: string) {
  console.log('· Preparing the local database: migrations and catalogue');
  await migrateLocal(target);
  await savePodcasts(target, samplerEntries(samplerOrigin));
}

function stop() {
  for (const child of children) child.kill();
}

async function main() {
  if (values['build-only']) return buildWeb();
  console.log('Dripcast');
  const sampler = await startSampler({ port: Number(values['sampler-port']) });
  console.log(`· The sample podcasts are at ${sampler.origin}`);
  // One after the other, because in parallel they compete for the CPU and mix their output.
  await prepareDatabase(sampler.origin);
  if (!values.dev) await buildWeb();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(`· Serving on http://localhost:${port} (Ctrl+C stops it; your data stays)\n`);
  const worker = run(process.execPath, [
    WRANGLER,
    'dev',
    ...targetArguments(target),
    '--port',
    String(port),
    '--inspector-port',
    '0',
    '--show-interactive-dev-session=false',
    ...values.var.flatMap((assignment) => ['--var', assignment]),
  ]);
  if (values.dev) {
    console.log('· With hot reload on http://localhost:5173\n');
    process.env.WORKER_ORIGIN = `http://localhost:${port}`;
    run('vite', ['--mode', 'loopback']);
  }
  await once(worker, 'exit');
  stop();
  await sampler.close();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  stop();
  process.exit(1);
});
