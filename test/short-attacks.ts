/**
 * `npm run test:short-attacks`: runs the short forms of `npm run test:abuse` and `npm run test:faults`. Each
 * starts its own product and mostly waits, so both run at the same time. The output of each is printed in one
 * piece when it ends.
 */
import { type ExecFileException, execFile } from 'node:child_process';

function run(...args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { maxBuffer: Number.POSITIVE_INFINITY },
      (error: ExecFileException | null, stdout, stderr) => {
        console.log(`${args.join(' ')}\n${stdout}${stderr}`);
        if (error) console.error(`${args.join(' ')} failed: ${error.code ?? error.signal}`);
        resolve(error === null);
      },
    );
  });
}

// Otherwise both would build the same web app into the same folder.
const isBuilt = await run('worker/operator/start.ts', '--build-only');
const results = isBuilt
  ? await Promise.all([run('test/abuse/run.ts', '--short'), run('test/faults/run.ts', '--short')])
  : [false];
process.exitCode = results.every(Boolean) ? 0 : 1;
