import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
