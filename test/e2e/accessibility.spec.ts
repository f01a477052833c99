import type { Page } from '@playwright/test';
import { DEVICES, expectAccessible } from '../support/e2e/accessibility.ts';
import {
  ask,
  EPISODE,
  episodeOf,
  makeSession,
  SAMPLER,
  saveInsight,
  updateInsight,
} from '../support/e2e/people.ts';
import {
  episodeRow,
  expectErrorToast,
  readyChat,
  unfoldPodcast,
  visit,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const { device, viewport } of DEVICES) {
  test.describe(`axe finds no violation of any impact, in light and dark: ${device}`, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('screens of an anonymous visitor', async ({ page, network }) => {
      network.allow('/api/login');
      await page.goto('/');
      for (const [path, title] of [
        ['/', 'Dripcast'],
        ['/register', 'Register · Dripcast'],
        ['/library', 'Your Insights Library · Dripcast'],
        ['/nowhere', '404 Page Not Found · Dripcast'],
      ] as const) {
        await visit(page, path);
        await expect(page).toHaveTitle(title);
        await expect(heading(page)).toBeVisible();
        await expectAccessible(page, path);
      }
      await visit(page, '/#terms');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, '/#terms');
      // Every category once, because axe takes a while for each card.
      await visit(page, device === 'desktop' ? '/podcasts' : '/podcasts?category=law');
      await expect(page.getByText(/^Showing (?:all )?\d+ podcasts/)).toBeVisible();
      await expectAccessible(page, '/podcasts');

      await visit(page, '/login');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
      await expectAccessible(page, '/login with its errors');
      await page.getByLabel('Username').fill('nobody-at-all');
      await page.getByLabel('Password').fill('not a password');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expectErrorToast(page, 'Invalid username or password');
      await expectAccessible(page, 'a destructive toast');
      if (device === 'phone') {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
        await expectAccessible(page, 'the slide-in panel');
      }
    });

    test('profile, editor, tools and their dialogs', async ({ page, subscribedReader: _ }) => {
      await page.goto('/profile');
      await expect(page.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeVisible();
      await expectAccessible(page, '/profile');
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      await page.getByLabel('Email', { exact: true }).fill('nobody');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Invalid email address')).toBeVisible();
      await expectAccessible(page, 'the profile form');

      await visit(page, '/tools');
      await page.getByRole('button', { name: 'Generate Digest' }).click();
      await expect(page.getByRole('article')).toBeVisible();
      await expectAccessible(page, '/tools with a digest and a toast');

      page.on('dialog', (dialog) => void dialog.accept());
      await visit(page, '/editor');
      await page.getByPlaceholder('Start writing your content here...').fill('Half a thought');
      await expectAccessible(page, '/editor');
      if (device === 'desktop') {
        await page.getByRole('button', { name: 'User menu' }).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await expectAccessible(page, 'the user menu');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('contentinfo').getByRole('link', { name: /home/ }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAccessible(page, 'leaving unsaved text');
    });

    test('recent episodes, quiz and chat', async ({ page, network, subscribedReader: _ }) => {
      const release = await network.hold('POST', /\/insights$/);
      await unfoldPodcast(page, SAMPLER, '/podcasts?category=hr');
      await episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }).click();
      await expect(page.getByRole('dialog', { name: 'Opening Conversation' })).toBeVisible();
      await expectAccessible(page, 'Opening Conversation');
      release();
      const chat = await readyChat(page);
      await chat.getByRole('textbox', { name: 'Your question' }).fill('What is said?');
      await chat.getByRole('button', { name: 'Send' }).click();
      await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
      await expectAccessible(page, 'the chat');
      if (device === 'phone') {
        await chat.getByRole('button', { name: 'Episode', exact: true }).click();
        await expect(chat.getByRole('complementary')).toBeVisible();
        await expectAccessible(page, 'the transcript');
      }
      await chat.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(chat).toBeHidden();

      await expect(episodeRow(page, EPISODE)).toBeVisible();
      const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
      await quiz.getByRole('radio', { name: 'Specific Podcast' }).click();
      await expect(quiz.getByRole('combobox')).toBeVisible();
      await expectAccessible(page, '/podcasts logged in, an open podcast, the quiz with a source');
      await quiz.getByRole('radio', { name: 'Entire Library' }).click();
      await quiz.getByRole('button', { name: 'Generate Quiz' }).click();
      await quiz.getByRole('radio').first().click();
      await quiz.getByRole('button', { name: 'Submit Answer' }).click();
      await expect(quiz.getByText('Explanation:')).toBeVisible();
      await expectAccessible(page, 'a submitted question', quiz);
    });

    test('the library and its dialogs', async ({ page, subscribedReader }) => {
      const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
      const { id: sessionId } = await makeSession(page.request, episodeId);
      await ask(page.request, { episodeId, sessionId, message: 'What is said?' });
      const insight = '## Kept\n\n- a point [00:30]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`';
      const { id } = await saveInsight(page.request, { episodeId, insight });
      await updateInsight(page.request, id, { tags: ['budget'], userNotes: 'For Monday' });
      await page.goto('/library');
      await page.getByRole('button', { name: EPISODE, exact: true }).click();
      await expect(page.getByText('For Monday')).toBeVisible();
      await expectAccessible(page, 'saved insights');
      for (const [action, role] of [
        ['Edit Notes', 'dialog'],
        ['Add Tag', 'dialog'],
      ] as const) {
        await page.getByRole('button', { name: action, exact: true }).click();
        await expect(page.getByRole(role)).toBeVisible();
        await expectAccessible(page, `${action} dialog`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole(role)).toBeHidden();
      }
      await page.getByRole('tab', { name: 'Chat History' }).click();
      await page.getByRole('button', { name: 'View Conversation' }).click();
      await expect(page.getByText('AI Assistant')).toBeVisible();
      await expectAccessible(page, 'chat history');
    });
  });
}
