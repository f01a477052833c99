/** Files share workerds. Each starts with empty storage, so that no file sees the rows of another. */
import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/** All of them as one: each takes three calls of the database. */
const joined = (migrations: D1Migration[]): D1Migration[] => [
  { name: 'all', queries: migrations.flatMap(({ queries }) => queries) },
];

await reset();
await applyD1Migrations(env.DB, joined(env.TEST_MIGRATIONS));
await applyD1Migrations(env.SEARCH, joined(env.TEST_SEARCH_MIGRATIONS));
