/**
 * `npm run bench:web`: measures the web app's size, its Lighthouse scores, and whether it stays responsive
 * with large accounts. Runs the product as `npm start` serves it, in Chromium.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { registerOverHttp } from '../support/api-reader.ts';
import { atMost } from '../support/at-most.ts';
import { findChromium } from '../support/find-chromium.ts';
import { startProduct } from '../support/product.ts';
import { seedInsights, seedPodcasts } from './seed-web.ts';

const PORT = 8850;
const DEBUG_PORT = 8852;
const MUCH = 500;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Weights {
  total: number;
  scripts: number;
  requests: number;
}

/** Bytes transferred until the page is idle, including headers. */
async function weigh(page: Page, url: string): Promise<Weights> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const types = new Map<string, string>();
  const weights: Weights = { total: 0, scripts: 0, requests: 0 };
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.fromDiskCache) types.set(requestId, type);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === undefined) return;
    weights.total += encodedDataLength;
    weights.requests += 1;
    if (type === 'Script') weights.scripts += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await client.detach();
  return weights;
}

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

async function measureWeights(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const [name, path, isFirst] of [
    ['landing page, first visit', '/', true],
    ['landing page, second visit', '/', false],
    ['catalogue after the landing page', '/podcasts', false],
  ] as const) {
    const { total, scripts, requests } = await weigh(page, `${origin}${path}`);
    const limits = isFirst ? ' (at most 200 kB, scripts 120 kB)' : '';
    console.log(`${name}: ${kB(total)} in ${requests} requests, scripts ${kB(scripts)}${limits}`);
    if (!isFirst) continue;
    atMost(200, 'kB', total / 1_000, name);
    atMost(120, 'kB', scripts / 1_000, `scripts of the ${name}`);
  }
  await context.close();
}

async function measureLighthouse(origin: string) {
  for (const path of ['/', '/podcasts']) {
    const result = await lighthouse(`${origin}${path}`, {
      port: DEBUG_PORT,
      output: 'json',
      logLevel: 'error',
      onlyCategories: CATEGORIES,
    });
    if (!result) throw new Error('Lighthouse gave no result');
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map(
      (id) => `${id} ${Math.round((categories[id]?.score ?? 0) * 100)}`,
    ).join(', ');
    const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
    console.log(`Lighthouse, mobile, ${path}: ${scores}; layout shift ${shift.toFixed(3)}`);
    console.log(
      ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']
        .map((id) => `  ${id} ${audits[id]?.displayValue}`)
        .join('\n'),
    );
    const faults = Object.values(audits).filter(
      ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
    );
    for (const { id, title, details } of faults) {
      console.log(`  ${id}: ${title}`);
      if (process.argv.includes('--details')) console.log(JSON.stringify(details, null, 1));
    }
  }
}

/** Returns the longest task of the page's main thread, in ms, from opening it until it is idle. */
async function longestTask(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const seen = { longest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest);
}

async function measureMuch(browser: Browser, origin: string, stateDir: string) {
  const reader = await registerOverHttp(origin);
  await seedPodcasts(stateDir, MUCH);
  await seedInsights(stateDir, reader.username, MUCH);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(reader.cookies.map(([name, value]) => ({ name, value, url: origin })));
  for (const path of ['/podcasts', '/library']) {
    const page = await context.newPage();
    const longest = await longestTask(page, `${origin}${path}`);
    console.log(`${path} with ${MUCH}: longest task ${longest.toFixed(0)} ms (at most 200)`);
    atMost(200, 'ms', longest, `longest task of ${path}`);
    await page.close();
  }
  await context.close();
}

const stateDir = await mkdtemp(join(tmpdir(), 'dripcast-bench-'));
const product = await startProduct(PORT, stateDir);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--remote-debugging-port=${DEBUG_PORT}`,
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ],
});
try {
  await measureWeights(browser, product.origin);
  await measureLighthouse(product.origin);
  await measureMuch(browser, product.origin, stateDir);
} finally {
  await browser.close();
  await product.stop();
  await rm(stateDir, { recursive: true, force: true });
}
