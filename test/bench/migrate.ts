import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { PROJECT_DIR } from '../../worker/operator/database.ts';

export type Database = Awaited<ReturnType<Miniflare['getD1Database']>>;

/** Creates the tables of a new database. */
export async function migrate(db: Database, folder = 'migrations'): Promise<void> {
  const path = join(PROJECT_DIR, folder);
  for (const name of readdirSync(path).sort()) {
    if (!name.endsWith('.sql')) continue;
    const statements = readFileSync(join(path, name), 'utf8').split('--> statement-breakpoint');
    for (const statement of statements) await db.prepare(statement).run();
  }
}
