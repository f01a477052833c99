/**
 * `npm run test:products`: the browser tests and beside them, because browsers wait a third of the time, the
 * short attacks and the dry run of a deployment. What runs beside prints in one piece: when it ends, or after
 * all else if it failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What to print in the end. */
const failures: string[] = [];

/** Runs one of the project's scripts, with its output as it comes or once it is over. */
async function runScript(name: string, isBeside: boolean): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', isBeside ? 'pipe' : 'inherit', isBeside ? 'pipe' : 'inherit'],
  });
  const written: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => written.push(piece));
  }
  const [code] = await once(child, 'close');
  const output = `npm run ${name}\n${Buffer.concat(written)}`;
  if (code !== 0) failures.push(`${isBeside ? output : ''}npm run ${name} failed: ${code}`);
  else if (isBeside) console.log(output);
  return code === 0;
}

async function runBeside(): Promise<boolean> {
  const hold = await runScript('test:short-attacks', true);
  return (await runScript('test:deploy', true)) && hold;
}

// All of them would otherwise build the same web app into the same folder.
const isBuilt = await runScript('build:local', false);
const results = isBuilt ? await Promise.all([runScript('test:e2e', false), runBeside()]) : [false];
for (const failure of failures) console.error(failure);
process.exitCode = results.every(Boolean) ? 0 : 1;
