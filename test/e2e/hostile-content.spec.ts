/** No screen breaks over what feeds and users write, on the narrowest phone. */
import type { Page } from '@playwright/test';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import type { ChatHistorySession } from '../../schema/wire/chat.ts';
import type { Episode, EpisodesByPodcast } from '../../schema/wire/episodes.ts';
import type { PodcastGroup, SavedInsight } from '../../schema/wire/library.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import {
  ask,
  EPISODE,
  episodeOf,
  makeSession,
  SAMPLER,
  saveInsight,
  updateInsight,
} from '../support/e2e/people.ts';
import { catalogue, episodeRow, readyChat, recentEpisodes } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const LONG_TITLE = 'A title that goes on and on '.repeat(11).slice(0, 300);
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(5).slice(0, 200);
const RIGHT_TO_LEFT = 'كيف تقرأ تقريراً مالياً دون أن تضيع في الأرقام';
const MARKUP = '<b>bold</b> & <script>alert(1)</script> 🎧👩🏽‍⚕️';
const TITLES = [LONG_TITLE, LONG_WORD, RIGHT_TO_LEFT, MARKUP];

/** The first few of a list, each with one of the titles. */
function retitled<T extends { title: string }>(items: T[]): T[] {
  return TITLES.flatMap((title, index) => {
    const item = items[index % items.length];
    return item ? [{ ...item, title }] : [];
  });
}

/** Checks the page and an open dialog, which doesn't affect the page's width. */
async function expectNothingSideways(page: Page): Promise<void> {
  const right = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role$="dialog"], dialog[open]')];
    return Math.max(
      document.documentElement.scrollWidth,
      ...dialogs.map((dialog) => dialog.getBoundingClientRect().right),
    );
  });
  expect(right).toBeLessThanOrEqual(360);
}

test.use({ viewport: { width: 360, height: 780 } });

test('in the catalogue', async ({ page, network }) => {
  await network.change<Podcast[]>('GET', '/api/podcasts', (podcasts) =>
    retitled(podcasts).map((one, index) => ({
      ...one,
      id: `${one.id.slice(0, -1)}${index}`,
      host: one.title,
      description: one.title.repeat(3),
      imageUrl: null,
    })),
  );
  await page.goto('/podcasts');
  await expect(catalogue(page).getByRole('heading', { level: 3 })).toHaveText(TITLES);
  await expectNothingSideways(page);
});

test('among recent episodes', async ({ page, network, subscribedReader: _ }) => {
  await network.change<EpisodesByPodcast>('GET', '/api/podcasts/recent-episodes', (known) => {
    const episodes: Episode[] = retitled(known[SAMPLER] ?? []);
    return Object.fromEntries(TITLES.map((title) => [title, episodes]));
  });
  await page.goto('/podcasts?category=hr');
  for (const podcast of TITLES) {
    await recentEpisodes(page).getByRole('button', { name: podcast.trim() }).click();
    for (const title of TITLES) await expect(episodeRow(page, title.trim())).toBeVisible();
    await expectNothingSideways(page);
  }
});

test('in the library, its insights and its conversations', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const insight = `# ${LONG_WORD}\n\n|a|b|\n|-|-|\n|${LONG_WORD}|2|\n\n\`\`\`\n${LONG_WORD}\n\`\`\``;
  const { id } = await saveInsight(page.request, { episodeId, insight });
  const tags = Array.from({ length: 40 }, (_, index) => `${index} ${LONG_WORD}`.slice(0, 64));
  await updateInsight(page.request, id, { userNotes: LONG_WORD, tags });
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await ask(page.request, { episodeId, sessionId, message: LONG_WORD });
  const oneOf = (titles: string[], index: number) => titles[index % titles.length] ?? '';
  await network.change<{ podcastGroups: PodcastGroup[] }>(
    'GET',
    '/api/user/insights',
    ({ podcastGroups: [group] }) => ({
      podcastGroups: TITLES.map((podcastTitle, index) => ({
        podcastId: String(index),
        podcastTitle,
        isSources: false,
        total: TITLES.length,
        insights: TITLES.map((episodeTitle) => ({
          ...(group?.insights[0] as SavedInsight),
          id: `${index} ${episodeTitle}`,
          isExcerpt: undefined,
          episodeTitle,
        })),
      })),
    }),
  );
  await network.change<{ chatSessions: ChatHistorySession[] }>(
    'GET',
    '/api/user/chat-sessions',
    ({ chatSessions: [session] }) => ({
      chatSessions: TITLES.map((episodeTitle, index) => ({
        ...session,
        id: String(index),
        episodeId: String(index),
        isExcerpt: undefined,
        episodeTitle,
        podcastTitle: oneOf(TITLES, index + 1),
      })),
    }),
  );
  await page.goto('/library');
  const row = libraryRow(page, LONG_WORD).first();
  await row.getByRole('button', { name: LONG_WORD, exact: true }).click();
  await expect(row.getByRole('cell').first()).toHaveText(LONG_WORD);
  await expectNothingSideways(page);
  const opened = await row.boundingBox();
  for (const part of ['.reading', '.library-notes']) {
    const box = await row.locator(part).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), part).toBeLessThanOrEqual(
      (opened?.x ?? 0) + (opened?.width ?? 0),
    );
  }
  for (const [name, role] of [
    ['Edit Notes', 'dialog'],
    ['Add Tag', 'dialog'],
  ] as const) {
    await action(libraryRow(page, LONG_TITLE).first(), name).click();
    await expect(page.getByRole(role)).toBeVisible();
    await expectNothingSideways(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toBeHidden();
  }
  await page.getByRole('tab', { name: 'Chat History' }).click();
  await page.getByRole('button', { name: 'View Conversation' }).first().click();
  await expect(page.getByText('AI Assistant')).toBeVisible();
  await expectNothingSideways(page);
  await page.goto(`/library?episode=${episodeId}&chat=${sessionId}`);
  await expect((await readyChat(page)).getByText(LONG_WORD, { exact: true })).toBeVisible();
  await expectNothingSideways(page);
});
