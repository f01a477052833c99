/**
 * `npm run test:products`: runs the browser tests and, beside them, the short attacks and a dry run of the
 * deployment, because browsers wait a third of the time. The output of what runs beside is printed in one
 * piece: when it ends or, if it failed, after everything else.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What is printed at the end. */
const failures: string[] = [];

/** Runs one of the project's scripts, and prints its output as it comes or once it has ended. */
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

// Otherwise all of them would build the same web app into the same folder.
const isBuilt = await runScript('build:local', false);
const results = isBuilt ? await Promise.all([runScript('test:e2e', false), runBeside()]) : [false];
for (const failure of failures) console.error(failure);
process.exitCode = results.every(Boolean) ? 0 : 1;
