/**
 * What a reader is told when a call fails, in whatever way: the specification's texts, and never the words of
 * a proxy, a parser or a program.
 */
import type { Locator, Page } from '@playwright/test';
import { action as insightAction, libraryRow } from '../support/e2e/library.ts';
import {
  EPISODE,
  episodeOf,
  register,
  registerSubscribed,
  SAMPLER,
  saveInsight,
} from '../support/e2e/people.ts';
import {
  cardOf,
  clickInChat,
  episodeRow,
  expectErrorToast,
  openChat,
  recentEpisodes,
  toastRegion,
  unfoldPodcast,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const NO_CONNECTION = 'No connection to the server. Please check your network and try again.';
const LOGIN_AGAIN = 'You need to be logged in to use this feature. Please log in and try again.';
const REASON = 'Please rest for a day';

/** Status and body of a reply; null where the connection is cut. */
const FAULTS = {
  html: {
    status: 502,
    body: '<html><body><h1>Bad Gateway</h1>at handler (worker.js:1:2)</body></html>',
  },
  refused: { status: 422, body: JSON.stringify({ error: 'unprocessable', message: REASON }) },
  issues: {
    status: 400,
    body: JSON.stringify({ success: false, error: { name: 'ZodError', message: '[{}]' } }),
  },
  cut: null,
  malformed: { status: 200, body: '{"half": ' },
  loggedOut: { status: 401, body: '{"error":"unauthorized","message":"Not logged in"}' },
};
type Fault = keyof typeof FAULTS;
const ALL = Object.keys(FAULTS) as Fault[];
/** A screen that can't read its data repeats the call after a second: one fault for each way to fail. */
const WAYS: Fault[] = ['html', 'malformed', 'loggedOut'];
/** The others become the same error in the client that all calls share. */
const TOLD_APART: Fault[] = ['html', 'refused', 'loggedOut'];
const RAW =
  /<html|Bad Gateway|worker\.js|ZodError|Unexpected|valid JSON|JSON input|unprocessable|undefined/;

/** Calls for which the specification wants the server's words, and ours only if it has none. */
const ownWordsOr = (otherwise: string) => ({
  html: otherwise,
  refused: REASON,
  issues: otherwise,
  cut: NO_CONNECTION,
  malformed: otherwise,
  loggedOut: 'Not logged in',
});
const always = (text: string): Record<Fault, string> => ({
  html: text,
  refused: text,
  issues: text,
  cut: text,
  malformed: text,
  loggedOut: text,
});

interface Action {
  call: [method: string, path: string | RegExp];
  /** The steps from the visited screen to the action. */
  open?: (page: Page) => Promise<unknown>;
  /** The repeated action. */
  act: (page: Page) => Promise<unknown>;
  told: Record<Fault, string>;
  /** All faults at one call. */
  faults?: Fault[];
  /** The typed text, which must still be there afterwards. */
  typed?: string;
}

/** What one reader does, in order. */
interface Visit {
  /** Sets up the reader. */
  arrive?: (page: Page) => Promise<unknown>;
  actions: Record<string, Action>;
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

async function logIn(page: Page, path: string): Promise<void> {
  await register(page.request);
  await page.goto(path);
}

async function fillCredentials(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Username').fill('somebody');
  await page.getByLabel('Password').fill('a quiet drip');
}

const VISITS: Visit[] = [
  {
    actions: {
      'logging in': {
        call: ['POST', '/api/login'],
        open: (page) => fillCredentials(page, '/login'),
        act: (page) => button(page, 'Login').click(),
        told: ownWordsOr('Failed to login'),
        faults: ALL,
      },
      registering: {
        call: ['POST', '/api/register'],
        open: (page) => fillCredentials(page, '/register'),
        act: (page) => button(page, 'Register').click(),
        told: ownWordsOr('Failed to register'),
      },
    },
  },
  {
    arrive: (page) => logIn(page, '/podcasts?category=marketing'),
    actions: {
      'fetching recent episodes': {
        call: ['POST', '/api/podcasts/fetch-recent'],
        act: (page) => button(recentEpisodes(page), 'Fetch Recent Episodes').click(),
        told: always('Failed to fetch recent episodes'),
      },
      'making a quiz': {
        call: ['POST', '/api/quiz/generate'],
        act: (page) => button(page, 'Generate Quiz').click(),
        told: ownWordsOr('Failed to generate quiz'),
      },
      subscribing: {
        call: ['POST', /\/subscribe$/],
        act: (page) => button(cardOf(page, SAMPLER), 'Subscribe').click(),
        told: always('Failed to subscribe to podcast'),
      },
      'saving content': {
        call: ['POST', '/api/content'],
        open: async (page) => {
          await page.goto('/editor');
          await page.getByRole('textbox').fill('A thought');
        },
        act: (page) => button(page, 'Save Content').click(),
        told: always('Failed to save content. Please try again.'),
        typed: 'A thought',
      },
    },
  },
  {
    arrive: async (page) => {
      const { id: episodeId } = episodeOf(await registerSubscribed(page.request), EPISODE);
      await saveInsight(page.request, { episodeId, insight: 'Send the numbers the day before.' });
    },
    actions: {
      'downloading a transcript': {
        call: ['GET', /\/transcript$/],
        open: (page) => unfoldPodcast(page),
        act: (page) => button(episodeRow(page, EPISODE), 'Download Transcript').click(),
        told: { ...always('Failed to download transcript'), loggedOut: LOGIN_AGAIN },
      },
      'saving an answer': {
        call: ['POST', '/api/user/insights'],
        open: (page) => openChat(page),
        act: (page) =>
          clickInChat(
            page.getByRole('dialog').getByRole('button', { name: 'Save to Library' }).first(),
          ),
        told: always('Failed to save insight'),
      },
      'writing notes': {
        call: ['PUT', /^\/api\/user\/insights\//],
        open: async (page) => {
          await page.goto('/library');
          await insightAction(libraryRow(page, EPISODE), 'Add Notes').click();
          await page.getByRole('dialog').getByRole('textbox').fill('Mine');
        },
        act: (page) => insightAction(page.getByRole('dialog'), 'Save Notes').click(),
        told: always('Failed to update notes'),
        typed: 'Mine',
      },
    },
  },
  {
    arrive: async (page) => {
      await registerSubscribed(page.request);
      await page.goto('/profile');
    },
    actions: {
      unsubscribing: {
        call: ['DELETE', /\/subscribe$/],
        act: (page) => button(page, 'Unsubscribe').click(),
        told: always('Failed to unsubscribe from podcast'),
      },
      'saving the profile': {
        call: ['PUT', '/api/user/profile'],
        open: (page) => button(page, 'Edit Profile').click(),
        act: (page) => button(page, 'Save Changes').click(),
        told: ownWordsOr('Failed to update profile'),
      },
      'making a digest': {
        call: ['POST', '/api/digest/generate'],
        open: (page) => page.goto('/tools'),
        act: (page) => button(page, 'Generate Digest').click(),
        told: always('Failed to generate digest'),
      },
      'logging out': {
        call: ['POST', '/api/logout'],
        act: async (page) => {
          await button(page, 'User menu').click();
          await page.getByRole('menuitem', { name: 'Logout' }).click();
        },
        told: always('Failed to logout'),
      },
    },
  },
];

const toldWhat = ([name, { told }]: [string, Action]) =>
  `${name}: '${told.html}'${told.refused === REASON ? " or the server's own words" : ''}`;

for (const { arrive, actions } of VISITS) {
  const all = Object.entries(actions);
  test(`whatever goes wrong with ${all.map(([name]) => name).join(', ')}, one sentence says it`, async ({
    page,
    network,
  }) => {
    test.slow();
    await arrive?.(page);
    for (const entry of all) {
      await test.step(toldWhat(entry), async () => {
        const { call, open, act, told, faults = TOLD_APART, typed } = entry[1];
        await open?.(page);
        for (const fault of faults) {
          await network.restore();
          const reply = FAULTS[fault];
          if (reply === null) await network.cut(...call);
          else await network.fail(...call, reply.status, reply.body);
          await act(page);
          await expectErrorToast(page, told[fault]);
          await expect(page.locator('body'), fault).not.toContainText(RAW);
          await button(toastRegion(page), 'Close notification').click();
        }
        await network.restore();
        if (typed !== undefined) await expect(page.getByRole('textbox')).toHaveValue(typed);
      });
    }
  });
}

type Read = [path: string, text: string, loggedOutText?: string];
/**
 * The screens' reads that fail together: the call, what replaces its data, and what does if the session is
 * over.
 */
const READS: [screen: string, ...reads: Read[]][] = [
  [
    '/podcasts?category=hr',
    ['/api/podcasts', 'Failed to fetch podcasts'],
    ['/api/podcasts/recent-episodes', 'Failed to fetch recent episodes'],
  ],
  [
    '/profile',
    [
      '/api/user/subscriptions',
      'Failed to fetch subscriptions',
      "You haven't subscribed to any podcasts yet.",
    ],
  ],
  ['/profile', ['/api/user', 'Failed to fetch user']],
  [
    '/library',
    ['/api/user/insights', 'Failed to load insights. Please try again.'],
    ['/api/user/moments', 'Your moments did not load'],
  ],
  [
    '/library?tab=history',
    ['/api/user/chat-sessions', 'Failed to load chat history. Please try again.'],
  ],
  ['/editor', ['/api/content', 'Your content did not load']],
];

for (const some of [READS.slice(0, 3), READS.slice(3)]) {
  const screens = [...new Set(some.map(([screen]) => screen))];
  test(`whatever goes wrong with what ${screens.join(', ')} read, one sentence says it`, async ({
    page,
    network,
    reader: _,
  }) => {
    test.slow();
    for (const [screen, ...reads] of some) {
      const told = reads.map(([path, text]) => `${path}: '${text}'`).join(', ');
      await test.step(`GET on ${screen}: ${told}`, async () => {
        for (const fault of WAYS) {
          // An ended session leads to the login screen.
          if (fault === 'loggedOut' && reads[0]?.[0] === '/api/user') continue;
          await network.restore();
          const reply = FAULTS[fault];
          for (const [path] of reads) {
            if (reply === null) await network.cut('GET', path);
            else await network.fail('GET', path, reply.status, reply.body);
          }
          await page.goto(screen);
          for (const [, text, loggedOutText = text] of reads) {
            const expected = fault === 'loggedOut' ? loggedOutText : text;
            await expect(page.getByText(expected, { exact: true }).first(), fault).toBeVisible();
          }
          await expect(page.locator('body')).not.toContainText(RAW);
        }
      });
    }
  });
}
