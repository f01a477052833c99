/** Builds only what has changed since the last build. */
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { subSeconds } from 'date-fns';

/** How coarse the times of the coarsest file systems are. */
const CLOCK_STEP_SECONDS = 2;

/**
 * Runs a build unless its sources are older than the last one.
 *
 * @param stamp a file that the build may delete; its time is when the last build began
 * @param sources files and folders
 * @returns whether it was built
 */
export async function buildIfChanged(
  stamp: string,
  sources: readonly string[],
  build: () => Promise<void>,
): Promise<boolean> {
  const builtAt = (await stat(stamp).catch(() => null))?.mtimeMs ?? 0;
  const changedAt = Math.max(...(await Promise.all(sources.map(newest))));
  if (builtAt > changedAt) return false;
  // The build may read a source before it is saved once more, so what counts is its beginning.
  const beganAt = subSeconds(new Date(), CLOCK_STEP_SECONDS);
  await build();
  await writeFile(stamp, '');
  await utimes(stamp, beganAt, beganAt);
  return true;
}

/** The newest time below a path. A folder's own is when something was last added or removed. */
async function newest(path: string): Promise<number> {
  const info = await stat(path).catch(() => null);
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  const times = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))));
  return Math.max(info.mtimeMs, ...times);
}
