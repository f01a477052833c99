/** Bundles Workers as a deployment would. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_DIR, WRANGLER } from '../../worker/operator/database.ts';

/** Bundles the product. Returns the script's path. */
export function bundleProduct(): string {
  return join(bundle('product', ['--env', 'production']), 'index.js');
}

/** Bundles the benchmark's own Worker of this name. Returns the script's path. */
export function bundleWorker(name: string, ...options: string[]): string {
  const script = `test/bench/${name}-worker.ts`;
  const outdir = bundle(name, [script, '--config', 'test/bench/wrangler.toml', ...options]);
  return join(outdir, `${name}-worker.js`);
}

function bundle(name: string, options: string[]): string {
  const outdir = join(PROJECT_DIR, '.cache/bench-bundle', name);
  execFileSync(
    process.execPath,
    [WRANGLER, 'deploy', '--dry-run', '--outdir', outdir, ...options],
    { cwd: PROJECT_DIR, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return outdir;
}

/** A Worker's bundle for Miniflare: the script and, from the same folder, the data that it imports. */
export function bundleModules(scriptPath: string) {
  const folder = dirname(scriptPath);
  return [
    { type: 'ESModule' as const, path: scriptPath },
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.bin'))
      .map((name) => ({ type: 'Data' as const, path: join(folder, name) })),
  ];
}
