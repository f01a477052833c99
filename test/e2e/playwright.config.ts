import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findLeanChromium } from '../support/find-chromium.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The first of four consecutive ports. Another one lets two checkouts run side by side. */
const PORT = Number(process.env.E2E_PORT ?? 8790);
const SAMPLER_PORT = PORT + 1;
/** The product's local data. */
const STATE_DIR = join(ROOT, '.cache/e2e-state');
/** Each run starts with an empty folder. Tools that only load this file must not delete that of a run. */
const EMPTY_STATE = `node -e "fs.rmSync('${STATE_DIR}', { recursive: true, force: true })"`;

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/announce-sample.ts',
  outputDir: join(ROOT, 'test-results'),
  // Generous for busy machines; passing tests don't wait for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Two cores in CI. The tests wait more than they compute, so a third worker still finds time.
  workers: 3,
  fullyParallel: true,
  projects: [
    // It takes longest, mostly for starts, and would otherwise run last, beside two idle workers.
    { name: 'own product', testMatch: 'own-product.spec.ts' },
    { name: 'browser', testIgnore: 'own-product.spec.ts' },
  ],
  // Shared machines stall now and then. A test that needed its retry is listed as flaky.
  retries: 1,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    trace: 'on-first-retry',
    // Animations take a tenth of the processor's time. Tests of motion, and the journeys, turn them on.
    reducedMotion: 'reduce',
    // Reports an element that can't be clicked before the test itself times out.
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: findLeanChromium(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `${EMPTY_STATE} && node worker/operator/start.ts --port ${PORT} --sampler-port ${SAMPLER_PORT} --state ${STATE_DIR}`,
    cwd: ROOT,
    url: `http://localhost:${PORT}/api/health`,
    // The build and the start, on a busy machine.
    timeout: 600_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
