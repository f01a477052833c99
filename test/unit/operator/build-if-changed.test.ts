import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subMinutes } from 'date-fns';
import { beforeEach, expect, test } from 'vitest';
import { buildIfChanged } from '../../../worker/operator/build-if-changed.ts';

let folder: string;
let source: string;

/** Builds, and returns whether it had to. */
const build = (during: () => Promise<void> = async () => {}) =>
  buildIfChanged(join(folder, 'stamp'), [join(folder, 'web')], during);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dripcast-build-'));
  await mkdir(join(folder, 'web/ui'), { recursive: true });
  source = join(folder, 'web/ui/app.ts');
  await writeFile(source, 'one');
  const earlier = subMinutes(new Date(), 5);
  for (const path of [source, join(folder, 'web/ui'), join(folder, 'web')]) {
    await utimes(path, earlier, earlier);
  }
  return () => rm(folder, { recursive: true });
});

test('is built once', async () => {
  expect(await build()).toBe(true);
  expect(await build()).toBe(false);
});

test('is built again after a source was saved, added or deleted', async () => {
  await build();
  await writeFile(source, 'two');
  expect(await build()).toBe(true);
  await writeFile(join(folder, 'web/ui/more.ts'), 'more');
  expect(await build()).toBe(true);
  await rm(join(folder, 'web/ui/more.ts'));
  expect(await build()).toBe(true);
});

test('is built again if a source was saved while it was being built', async () => {
  await build(() => writeFile(source, 'two'));
  expect(await build()).toBe(true);
});

test('is built again if the build failed', async () => {
  const failing = build(() => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  expect(await build()).toBe(true);
});
