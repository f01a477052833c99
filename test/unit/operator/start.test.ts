/** How `npm start` ends if it can't start. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPort, requireFreePorts } from '../../../worker/operator/free-ports.ts';
import {
  type LoopbackServer,
  listenOnLoopback,
} from '../../../worker/operator/samples/loopback-server.ts';

const START = join(import.meta.dirname, '../../../worker/operator/start.ts');

let others: LoopbackServer[];
let first: string;
let second: string;
let freePort: string;
let otherFreePort: string;

beforeAll(async () => {
  const other = (): Server => createServer((_request, response) => response.end());
  others = await Promise.all([listenOnLoopback(other()), listenOnLoopback(other())]);
  [first, second] = others.map(({ origin }) => new URL(origin).port) as [string, string];
  const passing = await Promise.all([listenOnLoopback(other()), listenOnLoopback(other())]);
  [freePort, otherFreePort] = passing.map(({ origin }) => new URL(origin).port) as [string, string];
  await Promise.all(passing.map((one) => one.close()));
});

afterAll(() => Promise.all(others.map((other) => other.close())));

/** Its exit code and everything it printed. A start that doesn't end is stopped with its test. */
function start(
  signal: AbortSignal,
  ...args: string[]
): Promise<{ code: number | undefined; printed: string }> {
  const state = join(tmpdir(), 'dripcast-never-prepared');
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [START, '--state', state, ...args],
      { signal },
      (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? undefined, printed: stdout + stderr }),
    );
  });
}

test('a taken port is named with the option that chooses another, before anything is prepared', async ({
  signal,
}) => {
  expect(await start(signal, '--port', first, '--sampler-port', freePort)).toEqual({
    code: 1,
    printed: `Port ${first} is already in use; choose another one: npm start -- --port <number>\n`,
  });
});

test('with hot reload, a taken port of the web app is named, and no other is used', async ({
  signal,
}) => {
  const free = ['--port', freePort, '--sampler-port', otherFreePort];
  expect(await start(signal, '--dev', ...free, '--web-port', first)).toEqual({
    code: 1,
    printed: `Port ${first} is already in use; choose another one: npm run dev -- --web-port <number>\n`,
  });
});

test('ports that are taken by another product are named together', async () => {
  const choices = [readPort('port', first), readPort('sampler-port', second)];
  await expect(requireFreePorts('npm start', choices)).rejects.toThrow(
    `Ports ${first} and ${second} are already in use; choose others: ` +
      'npm start -- --port <number> --sampler-port <number>',
  );
});

test('a port given twice is named as such', async () => {
  const choices = [readPort('port', freePort), readPort('sampler-port', freePort)];
  await expect(requireFreePorts('npm start', choices)).rejects.toThrow(
    `--port and --sampler-port are the same, ${freePort}; choose different ports.`,
  );
});

test.for([
  ['port', 'nine'],
  ['sampler-port', '70000'],
] as const)('--%s %s is refused', ([option, value]) => {
  expect(() => readPort(option, value)).toThrow(
    `--${option} must be a number from 1 to 65535, not '${value}'.`,
  );
});

test('an unknown option is refused in one sentence', async ({ signal }) => {
  expect(await start(signal, '--prot', '9000')).toEqual({
    code: 1,
    printed: "Unknown option '--prot'\n",
  });
});
