/** The whole product as `npm start` runs it, for tests that start and stop it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
/** A first start also builds the web app, perhaps on a busy machine. */
const START_MS = 300_000;

export interface Product {
  origin: string;
  stop(): Promise<void>;
  /** Kills it like a power cut, without a chance to clean up. */
  crash(): Promise<void>;
}

/** Returns a process and its descendants, itself last. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        return [{ pid: Number(name), parent: Number(/^PPid:\t(\d+)/m.exec(status)?.[1]) }];
      } catch {
        // It ended between listing and reading.
        return [];
      }
    });
  const below = (parent: number): number[] => [
    ...parents.filter((one) => one.parent === parent).flatMap((one) => below(one.pid)),
    parent,
  ];
  return below(pid);
}

async function isUp(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/health`)).ok;
  } catch {
    return false;
  }
}

/**
 * Starts it on this port and the next, with its data in `stateDir`. Returns when it is ready.
 *
 * @param vars of the Worker, by name
 */
export async function startProduct(
  port: number,
  stateDir: string,
  vars: Record<string, string> = {},
): Promise<Product> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      'worker/operator/start.ts',
      '--port',
      String(port),
      '--sampler-port',
      String(port + 1),
      '--state',
      stateDir,
      ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    { cwd: ROOT, stdio: 'ignore' },
  );
  const origin = `http://localhost:${port}`;
  const until = Date.now() + START_MS;
  while (!(await isUp(origin))) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error('the product did not start');
    await delay(250);
  }
  return {
    origin,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
    async crash() {
      const ended = once(child, 'exit');
      for (const pid of familyOf(child.pid ?? 0)) process.kill(pid, 'SIGKILL');
      await ended;
    },
  };
}

/** Runs `npm run catalogue` on a product's data. Returns its output. */
export async function runCatalogue(stateDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['worker/operator/catalogue.ts', ...args, '--state', stateDir],
    { cwd: ROOT },
  );
  return stdout;
}
