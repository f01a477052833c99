import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allMigrations } from '../../../worker/operator/migrate.ts';

test('all migrations of a folder are one text, in their order, each noted as applied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['0010_last', '0000_first', '0002_second']) {
    await writeFile(join(folder, `${name}.sql`), `CREATE TABLE t${name} (id INTEGER);`);
  }
  await writeFile(join(folder, 'notes.md'), 'Not one of them.');
  const [noted, ...lines] = (await allMigrations(folder)).split(/(?<=;)\n/);
  expect(noted).toContain('"d1_migrations"');
  expect(lines).toEqual(
    ['0000_first', '0002_second', '0010_last'].flatMap((name) => [
      `CREATE TABLE t${name} (id INTEGER);`,
      `INSERT INTO "d1_migrations" (name) VALUES ('${name}.sql');`,
    ]),
  );
});
