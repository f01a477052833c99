/** The whole product as `npm start` runs it, for tests that start and stop it themselves. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const START_MS = 120_000;

export interface Product {
  origin: string;
  stop(): Promise<void>;
}

async function isUp(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/health`)).ok;
  } catch {
    return false;
  }
}

/** Starts it on this port and the next, with its data in `stateDir`; ready when this returns. */
export async function startProduct(port: number, stateDir: string): Promise<Product> {
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
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Runs `npm run catalogue` on the data of a product. Returns what it prints. */
export async function runCatalogue(stateDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['worker/operator/catalogue.ts', ...args, '--state', stateDir],
    { cwd: ROOT },
  );
  return stdout;
}
