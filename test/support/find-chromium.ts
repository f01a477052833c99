/** Finds a Chromium for the browser tests, or installs one. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without a browser window: the same tests take about half the CPU time of a full one. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** Where our own copy of Debian's package is unpacked. */
const COPY_DIR = join(import.meta.dirname, '../../.cache/chromium-headless-shell');
const COPY = join(COPY_DIR, 'usr/lib/chromium/chromium-headless-shell');
const LEAN = join(import.meta.dirname, 'lean-chromium.sh');

const PLACES = [
  process.env.CHROMIUM,
  HEADLESS_SHELL,
  COPY,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function present(): string | undefined {
  return [...PLACES, chromium.executablePath()].find((path) => path && existsSync(path));
}

function tryTo(what: string, command: string, args: string[]): string | null {
  console.log(`No Chromium found: trying to install one with ${what}`);
  try {
    execFileSync(command, args, { stdio: 'inherit' });
    return null;
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns its path. @throws Error listing what was tried, if none can be found or installed */
export function findChromium(): string {
  const found = present();
  if (found) return found;
  const failures: string[] = [];
  const installers: [string, string, string[]][] = [
    [
      'apt-get',
      'sh',
      [
        '-c',
        'apt-get update -qq && apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium',
      ],
    ],
    [
      'Playwright',
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'install', '--with-deps', 'chromium'],
    ],
  ];
  for (const [what, command, args] of installers) {
    const failure = tryTo(what, command, args);
    const installed = present();
    if (installed) return installed;
    if (failure) failures.push(failure);
  }
  throw new Error(
    `The browser tests need Chromium or Chrome, and none could be found or installed. Set CHROMIUM to its path.\n${failures.join('\n')}`,
  );
}

/**
 * Fetches Debian's headless shell into the checkout's cache; the system stays as it is.
 * @returns null where there is no apt, no network, or a library that it needs is missing
 */
function fetchHeadlessShell(): string | null {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return null;
  const unpacked = `${COPY_DIR}.${process.pid}`;
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: unpacked, stdio: 'ignore', timeout: 120_000 });
  try {
    mkdirSync(unpacked, { recursive: true });
    run('apt-get', 'download', '-qq', 'chromium-headless-shell', 'chromium-common');
    for (const name of readdirSync(unpacked)) {
      run('dpkg', '-x', name, '.');
      rmSync(join(unpacked, name));
    }
    const shell = join(unpacked, 'usr/lib/chromium/chromium-headless-shell');
    run(shell, '--no-sandbox', '--dump-dom', 'about:blank');
    rmSync(COPY_DIR, { recursive: true, force: true });
    renameSync(unpacked, COPY_DIR);
    return COPY;
  } catch {
    return null;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/**
 * Returns the path of the Chromium that takes the least CPU time: a headless shell, or else a full
 * Chromium behind `lean-chromium.sh`. Tests may start it; a benchmark takes what `findChromium` finds.
 * @throws Error as `findChromium`
 */
export function findLeanChromium(): string {
  // Playwright's workers read the configuration again. They take what its first process found.
  if (process.env.FULL_CHROMIUM) return LEAN;
  const found = findChromium();
  if (found.includes('headless-shell') || process.platform === 'win32') return found;
  const fetched = process.env.CHROMIUM ? null : fetchHeadlessShell();
  if (fetched) return fetched;
  process.env.FULL_CHROMIUM = found;
  return LEAN;
}
