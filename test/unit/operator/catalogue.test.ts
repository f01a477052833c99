import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_DIR, runSql } from '../../../worker/operator/database.ts';
import { migrateLocal } from '../../../worker/operator/migrate.ts';

const run = promisify(execFile);
let stateDir: string;
let server: Server;
let origin: string;

const FEED = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>Contracts &amp;amp; Courts</title><itunes:author>Ada Quist</itunes:author><description>About law.</description>
<itunes:image href="/cover.png"/></channel></rss>`;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'dripcast-catalogue-'));
  server = createServer((request, response) => {
    if (request.url === '/untitled.xml')
      response.end('<rss><channel><item><title>1</title></item></channel></rss>');
    else response.end(request.url === '/feed.xml' ? FEED : '<html><body>Not a feed</body></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await migrateLocal({ isRemote: false, stateDir });
}, 300_000);
afterAll(async () => {
  server.close();
  await rm(stateDir, { recursive: true });
});

/** What the command prints; what it complains of where it fails. */
async function catalogue(...args: string[]): Promise<string> {
  const script = join(PROJECT_DIR, 'worker/operator/catalogue.ts');
  const whole = [script, ...args, '--state', stateDir];
  try {
    return (await run(process.execPath, whole, { cwd: PROJECT_DIR })).stdout;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

test('an operator adds podcasts, removes one, and sees the state of the feeds', async () => {
  expect(await catalogue('add', `${origin}/feed.xml`, '--category', 'law')).toBe(
    `Added Contracts & Courts (Law): ${origin}/feed.xml\n`,
  );
  const read = Date.UTC(2026, 0, 2, 3, 4, 5);
  await runSql(
    { isRemote: false, stateDir },
    sql`
      DELETE FROM podcasts WHERE title <> 'Contracts & Courts';
      INSERT INTO podcasts (id, title, host, description, category, feed_url, created_at)
        SELECT value, value, 'Bo', '', 'HR', 'https://show.test/' || value, ${read}
        FROM json_each('["failing", "closed", "unwanted"]');
      INSERT INTO feeds (podcast_id, url, succeeded_at, failed_at, last_error, failures, retry_at, retired_at)
      VALUES
        ('failing', 'https://moved.test/feed', ${read}, ${read}, 'The server reported an error.', 3,
          ${Date.now() + 600_000}, NULL),
        ('closed', 'https://show.test/closed', ${read}, ${read}, 'This has been taken down for good.', 1,
          NULL, ${read});`,
  );
  expect(await catalogue('remove', 'unwanted')).toBe('Removed unwanted\n');

  const listed = await catalogue('list');
  expect(listed).toContain('3 podcasts');
  expect(listed).not.toContain('unwanted');
  expect(listed).toContain('0 subscribed · not fetched yet');
  expect(listed).toMatch(
    /The server reported an error\. \(3 in a row, last read 2026-01-02 03:04:05, paused until 20\d\d-/,
  );
  expect(listed).toContain('https://moved.test/feed');
  expect(listed).toContain('closed by its owner: This has been taken down for good.');
}, 300_000);

test('podcasts with long descriptions are imported in several statements', async () => {
  const file = join(stateDir, 'long.json');
  const entries = Array.from({ length: 25 }, (_, index) => ({
    title: `Long ${index}`,
    host: 'Ada Quist',
    description: "It's long. ".repeat(400),
    category: 'Law',
    feedUrl: `https://long.test/${index}`,
  }));
  await writeFile(file, JSON.stringify(entries));
  expect(await catalogue('import', file)).toBe('Imported 25 podcasts\n');
  const rows = await runSql(
    { isRemote: false, stateDir },
    sql`SELECT count(*) AS count FROM podcasts WHERE title LIKE 'Long %'`,
  );
  expect(rows).toEqual([{ count: 25 }]);
}, 300_000);

test('errors are explained', async () => {
  const file = join(stateDir, 'list.json');
  await writeFile(file, '[{"title": 1}]');
  const said = await Promise.all([
    catalogue('add', `${origin}/page`, '--category', 'Law'),
    catalogue('add', 'http://10.0.0.1/feed', '--category', 'Law'),
    catalogue('add', `${origin}/feed.xml`, '--category', 'Poetry'),
    catalogue('import', file),
    catalogue('prune'),
    catalogue('add', `${origin}/untitled.xml`, '--category', 'Law'),
  ]);
  expect(said[0]).toBe('This address leads to a web page, not a feed.\n');
  expect(said[1]).toBe('This address does not belong to the public internet.\n');
  expect(said[2]).toContain('--category must be one of');
  expect(said[3]).toContain('title');
  expect(said[4]).toContain('Usage: npm run catalogue');
  expect(said[5]).toBe('This feed has no title. Give the podcast one with --title.\n');
  for (const one of said) expect(one).not.toMatch(/\n\s+at /);
}, 300_000);
