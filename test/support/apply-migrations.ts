/** Files share workerds. Each starts with empty storage, so that no file sees the rows of another. */
import {
  applyD1Migrations,
  type D1Migration,
  listDurableObjectIds,
  reset,
  runInDurableObject,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';

/** All of them as one: each takes three calls of the database. */
const joined = (migrations: D1Migration[]): D1Migration[] => [
  { name: 'all', queries: migrations.flatMap(({ queries }) => queries) },
];

/** `reset` empties only what is loaded, and workerd unloads what has been idle for ten seconds. */
async function loadStorage() {
  const hosts = await listDurableObjectIds(env.HOST_LIMITERS);
  await Promise.all([
    env.DB.prepare('SELECT 1').run(),
    env.SEARCH.prepare('SELECT 1').run(),
    env.TRANSCRIPTS.head('any'),
    ...hosts.map((id) => runInDurableObject(env.HOST_LIMITERS.get(id), () => {})),
  ]);
}

await loadStorage();
await reset();
await applyD1Migrations(env.DB, joined(env.TEST_MIGRATIONS));
await applyD1Migrations(env.SEARCH, joined(env.TEST_SEARCH_MIGRATIONS));
