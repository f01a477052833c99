/**
 * `npm run bench:listen`: measures how closely the highlighted sentence follows the audio, what a killed tab
 * loses, whether following a five-hour transcript stays smooth, and how well chapters are derived. Runs the
 * product as `npm start` serves it, with the audio of its sample podcasts, in Chromium; derives chapters from
 * real transcripts (`DRIPCAST_CORPORA`). `-- --only marks`, `hours`, `loss` or `chapters` runs one part.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { EpisodesByPodcast, TranscriptReply } from '../../schema/wire/episodes.ts';
import type { PositionsReply } from '../../schema/wire/listening.ts';
import { type ApiReader, registerOverHttp } from '../support/api-reader.ts';
import { atMost } from '../support/at-most.ts';
import { findChromium } from '../support/find-chromium.ts';
import { startProduct } from '../support/product.ts';
import { CORPORA } from './corpora-folder.ts';
import { measureChapters } from './listen/chapters.ts';

const PORT = Number(process.env.BENCH_PORT ?? 8854);
const PODCAST = 'Dripcast Sampler: Marketing';
const EPISODE = 'Why most attribution dashboards lie by default';
const LISTEN_MS = 30_000;
const HOURS = 5;
const CUE_SECONDS = 2;

interface Marked {
  text: string;
  at: number;
}

async function launch(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    viewport: { width: 1280, height: 800 },
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--autoplay-policy=no-user-gesture-required',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}

/** Registers a user who subscribes to the sample podcast. Returns its longest episode, too. */
async function prepare(origin: string) {
  const reader = await registerOverHttp(origin);
  const podcasts = await reader.call<{ id: string; title: string }[]>('GET', '/api/podcasts');
  const podcast = podcasts.find(({ title }) => title === PODCAST);
  await reader.call('POST', `/api/podcasts/${podcast?.id}/subscribe`);
  const { episodes } = await reader.call<{ episodes: EpisodesByPodcast }>(
    'POST',
    '/api/podcasts/fetch-recent',
  );
  const episode = episodes[PODCAST]?.find(({ title }) => title === EPISODE);
  if (!episode) throw new Error(`no episode '${EPISODE}'`);
  return { reader, episodeId: episode.id };
}

async function logIn(context: BrowserContext, reader: ApiReader, origin: string) {
  await context.addCookies(reader.cookies.map(([name, value]) => ({ name, value, url: origin })));
}

/** Opens the transcript beside the chat and plays it from its first line. */
async function follow(page: Page, origin: string, episodeId: string, speed: number) {
  await page.goto(`${origin}/podcasts?episode=${episodeId}`);
  // On a busy machine, a transcript of hours takes long to render.
  const first = page
    .getByRole('region', { name: 'Transcript' })
    .getByRole('button', { name: 'Play from 0:00', exact: true });
  await first.click({ timeout: 120_000 });
  await page.getByRole('combobox', { name: 'Speed' }).selectOption(String(speed));
  await page.locator('[data-said]').first().waitFor();
}

/** Records each newly highlighted sentence with the audio's position, at every frame. */
async function watchMarks(page: Page, forMs: number): Promise<Marked[]> {
  // As text, because this folder has Node's types, not a page's.
  return page.evaluate(`(async () => {
    const audio = document.querySelector('audio');
    const marks = [];
    const end = performance.now() + ${forMs};
    let last = '';
    await new Promise((resolve) => {
      const look = () => {
        const text = document.querySelector('[data-said]')?.textContent ?? '';
        if (text !== '' && text !== last && last !== '') marks.push({ text, at: audio.currentTime });
        last = text;
        if (performance.now() < end) requestAnimationFrame(look);
        else resolve();
      };
      look();
    });
    return marks;
  })()`);
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Compares with the cues. Only sentences that begin with a cue count, because their time is known.
 */
async function measureMarks(page: Page, origin: string, reader: ApiReader, episodeId: string) {
  const { lines } = await reader.call<TranscriptReply>(
    'GET',
    `/api/podcasts/episodes/${episodeId}/transcript`,
  );
  for (const speed of [1, 3]) {
    await follow(page, origin, episodeId, speed);
    const marks = await watchMarks(page, LISTEN_MS);
    const errors = marks.flatMap(({ text, at }) => {
      const cue = lines.find(
        ({ text: said }) => said.startsWith(text.slice(0, 24)) || text.startsWith(said),
      );
      return cue?.start == null ? [] : [Math.abs(at - cue.start)];
    });
    const worst = errors.length === 0 ? Number.NaN : Math.max(...errors);
    console.log(
      `marked sentence at ${speed}x: ${errors.length} of ${marks.length} begin with a cue; ` +
        `error median ${median(errors).toFixed(3)} s, worst ${worst.toFixed(3)} s (at most 0.3)`,
    );
    atMost(0.3, 's', worst, `worst error of the marked sentence at ${speed}x`);
  }
}

/** The browser dies during playback: compares where another device and the same one continue. */
async function measureLoss(profile: string, origin: string, reader: ApiReader, episodeId: string) {
  for (const listenMs of [10_000, 26_000]) {
    const context = await launch(profile);
    await logIn(context, reader, origin);
    const page = context.pages()[0] ?? (await context.newPage());
    await follow(page, origin, episodeId, 1);
    await delay(listenMs);
    const session = await context.newCDPSession(page);
    const heard = await page.evaluate<number>(`document.querySelector('audio').currentTime`);
    // The renderer crashes, as it does without memory, so the call never answers.
    const crashed = page.waitForEvent('crash');
    void session.send('Page.crash').catch(() => {});
    await crashed;
    const { positions } = await reader.call<PositionsReply>('GET', '/api/user/positions');
    const kept = positions.find((one) => one.episodeId === episodeId)?.seconds ?? 0;
    const again = await context.newPage();
    await again.goto(`${origin}/tools`);
    const own = await again.evaluate<number | null>(`
      Object.entries(localStorage)
        .filter(([name]) => /^dripcast\\.positions\\..*\\.${episodeId}$/.test(name))
        .map(([, json]) => JSON.parse(json).seconds)[0] ?? null`);
    console.log(
      `tab killed after ${listenMs / 1_000} s: heard to ${heard.toFixed(1)} s; another device ` +
        `goes on ${(heard - kept).toFixed(1)} s before (at most 15), this one ` +
        `${own === null ? 'likewise' : `${(heard - own).toFixed(1)} s before`}`,
    );
    atMost(15, 's', heard - kept, `what another device repeats after ${listenMs / 1_000} s`);
    await context.close();
  }
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread's processor time. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * Returns the most processor time, in ms, that one task of a page took during `watch`. Other programs
 * lengthen a task's duration, but not its processor time. A page's own observer would leave out tasks in
 * which the browser only collects garbage.
 */
async function busiestTask<T>(page: Page, watch: () => Promise<T>): Promise<[T, number]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel'] },
    transferMode: 'ReportEvents',
  });
  const seen = await watch();
  await session.send('Tracing.end');
  await ended;
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args?.name === 'CrRendererMain';
  const main = new Set(events.filter(isMain).map(threadOf));
  const tasks = events.filter((event) => event.tdur !== undefined && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('the trace has no task of the page');
  return [seen, Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000];
}

/** Makes a transcript of hours with the sample's own audio. */
async function measureHours(page: Page, origin: string, episodeId: string) {
  const words = 'and then somebody says a little more about what it was that they had meant';
  const lines = Array.from({ length: (HOURS * 3_600) / CUE_SECONDS }, (_, index) => ({
    start: index * CUE_SECONDS,
    end: (index + 1) * CUE_SECONDS,
    speaker: Math.floor(index / 40) % 2 === 0 ? 'Ines' : 'Daniel',
    text: `Line ${index}: ${words}.`,
  }));
  await page.route('**/transcript', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), lines } });
  });
  await follow(page, origin, episodeId, 3);
  await delay(2_000);
  const watch = () =>
    page.evaluate<{
      longest: number;
      tasks: number;
      frames: number;
      late: number;
    }>(`(async () => {
    const tasks = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    });
    observer.observe({ type: 'longtask' });
    const frames = [];
    const end = performance.now() + ${LISTEN_MS};
    await new Promise((resolve) => {
      let before = performance.now();
      const look = (now) => {
        frames.push(now - before);
        before = now;
        if (now < end) requestAnimationFrame(look);
        else resolve();
      };
      requestAnimationFrame(look);
    });
    observer.disconnect();
    const late = frames.filter((ms) => ms > 34).length;
    return { longest: Math.max(0, ...tasks), tasks: tasks.length, frames: frames.length, late };
  })()`);
  const [seen, busiest] = await busiestTask(page, watch);
  console.log(
    `${HOURS} hours (${lines.length} cues) followed at 3x for ${LISTEN_MS / 1_000} s: longest task ` +
      `${seen.longest === 0 ? 'under 50' : seen.longest.toFixed(0)} ms (at most 50), ${seen.tasks} above it, ` +
      `the busiest took ${busiest.toFixed(0)} ms of the processor, garbage collection included; ` +
      `${((seen.frames * 1_000) / LISTEN_MS).toFixed(1)} frames a second, ${seen.late} late`,
  );
  atMost(50, 'ms', seen.longest, `longest task in a transcript of ${HOURS} hours`);
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const asked = (part: string) => values.only === undefined || values.only === part;

if (asked('chapters')) {
  if (existsSync(CORPORA)) await measureChapters(CORPORA);
  else console.log('derived chapters: set DRIPCAST_CORPORA to a folder of real transcripts');
}
if (['marks', 'hours', 'loss'].some(asked)) {
  const stateDir = await mkdtemp(join(tmpdir(), 'dripcast-bench-'));
  const product = await startProduct(PORT, stateDir);
  const { origin } = product;
  try {
    const { reader, episodeId } = await prepare(origin);
    const context = await launch(join(stateDir, 'first'));
    await logIn(context, reader, origin);
    const page = context.pages()[0] ?? (await context.newPage());
    if (asked('marks')) await measureMarks(page, origin, reader, episodeId);
    if (asked('hours')) await measureHours(page, origin, episodeId);
    await context.close();
    if (asked('loss')) await measureLoss(join(stateDir, 'second'), origin, reader, episodeId);
  } finally {
    await product.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}
