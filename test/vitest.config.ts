import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { CORPORA } from './bench/corpora-folder.ts';

const root = join(import.meta.dirname, '..');

/**
 * Files share three processes or workerds, because starting one per file takes longer than its tests. The
 * tests mostly wait, so a third process saves a third of the time on two cores.
 */
const SHARED_WORKERS = { isolate: false, maxWorkers: 3 };

/**
 * Packages with many modules are bundled once for all files, because each workerd fetches every module from
 * Vite, and most of them were these. All imported entry points of a package must be listed: otherwise a
 * bundled and an unbundled one would each have a class of the same name.
 */
const BUNDLED_PACKAGES = [
  '@ai-sdk/openai-compatible',
  '@date-fns/tz',
  '@hono/zod-validator',
  'ai',
  'date-fns',
  'drizzle-orm',
  'drizzle-orm/d1',
  'drizzle-orm/errors',
  'drizzle-orm/sqlite-core',
  'hono',
  'hono/body-limit',
  'hono/cookie',
  'hono/etag',
  'hono/factory',
  'hono/html',
  'hono/http-exception',
  'hono/method-not-allowed',
  'hono/utils/cookie',
  'hono/utils/url',
  'htmlparser2',
  'markdown-it',
  'zod',
];

/** How long a test may take on a machine that does three other things at the same time. */
const TEST_MS = 60_000;
/** How long a test polls for a state; Vitest's default of one second is too short. */
const POLL_MS = 40_000;

/** Real feeds and transcripts, if available; only `npm run test:hostile` uses them. */
const hasCorpora = process.env.HOSTILE === 'all' && existsSync(CORPORA);

export default defineConfig({
  root,
  test: {
    coverage: {
      // V8's own coverage doesn't work inside workerd; instrumented code counts there, too.
      provider: 'istanbul',
      include: ['worker/**/*.ts', 'schema/**/*.ts', 'web/**/*.{ts,tsx}'],
      exclude: ['worker/operator/**', '**/*.d.ts'],
      reporter: ['text-summary', 'html', 'json'],
      reportsDirectory: join(root, '.cache/coverage'),
    },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: [
            'test/unit/**/*.test.{ts,tsx}',
            ...(hasCorpora ? ['test/corpora/*.test.ts'] : []),
          ],
          globalSetup: ['test/support/announce-sample.ts'],
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
          expect: { poll: { timeout: POLL_MS } },
          ...SHARED_WORKERS,
        },
      },
      {
        root,
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: join(root, 'wrangler.toml') },
            remoteBindings: false,
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: await readD1Migrations(join(root, 'migrations')),
                TEST_SEARCH_MIGRATIONS: await readD1Migrations(join(root, 'migrations/search')),
                // Each test reads what it wrote.
                CATALOGUE_CACHE_SECONDS: 0,
                // On a busy machine, the fake outside servers answer late.
                OUTBOUND_FIRST_BYTE_MS: TEST_MS,
                OUTBOUND_TOTAL_MS: TEST_MS,
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts'],
          setupFiles: ['test/support/apply-migrations.ts'],
          globalSetup: ['test/support/announce-sample.ts', 'test/support/outside-servers.ts'],
          // With Vitest's console interception, a line that the Worker logs outside a test's request waits
          // for the runner's next message, and Vitest waits for the line before it ends the file. After the
          // last message, both wait forever (cloudflare/workers-sdk#15498). Without it, workerd prints the
          // lines itself.
          disableConsoleIntercept: true,
          testTimeout: TEST_MS,
          hookTimeout: TEST_MS,
          expect: { poll: { timeout: POLL_MS } },
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED_PACKAGES } } },
          ...SHARED_WORKERS,
        },
      },
    ],
  },
});
