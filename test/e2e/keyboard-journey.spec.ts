/** The main journey without a mouse: every step can be reached, seen and left again. */

import { enter, expectTrapped, tabTo } from '../support/e2e/keyboard.ts';
import { action } from '../support/e2e/library.ts';
import { EPISODE, SAMPLER, someName } from '../support/e2e/people.ts';
import { playerOf } from '../support/e2e/player.ts';
import {
  cardOf,
  chatDialog,
  episodeRow,
  expectSuccessToast,
  messagesOf,
  recentEpisodes,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test.use({ reducedMotion: 'no-preference' });

test('from registering to logging out with the keyboard alone', async ({ page }) => {
  test.slow();
  const { keyboard } = page;
  const main = page.getByRole('main');
  const header = page.getByRole('banner');
  const goTo = async (link: string, title: string) => {
    await enter(page, header.getByRole('link', { name: link, exact: true }), true);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(main, 'a new screen is read from its beginning').toBeFocused();
  };

  await test.step('an account', async () => {
    await page.goto('/');
    await enter(page, header.getByRole('link', { name: 'Login / Register' }));
    await tabTo(page, page.getByLabel('Username'));
    await keyboard.type(someName());
    await keyboard.press('Tab');
    await keyboard.type('a quiet drip');
    await enter(page, page.getByRole('button', { name: 'Register', exact: true }));
    await expectSuccessToast(page, 'Account created successfully');
    await expect(page).toHaveURL('/');
  });

  await test.step('a podcast and its episodes', async () => {
    await enter(page, header.getByRole('link', { name: 'Our Podcasts' }));
    const fetchButton = recentEpisodes(page).getByRole('button', { name: 'Fetch Recent Episodes' });
    await expect(fetchButton).toBeEnabled();
    await enter(page, page.getByRole('button', { name: 'Marketing', exact: true }));
    const card = cardOf(page, SAMPLER);
    await enter(page, card.getByRole('button', { name: 'Subscribe', exact: true }));
    await expect(card.getByRole('button', { name: 'Unsubscribe' })).toBeFocused();
    await enter(page, fetchButton, true);
    await expect(recentEpisodes(page).getByText(/^Next fetch available/)).toBeVisible();
    await expect(fetchButton).toBeDisabled();
  });

  const opener = episodeRow(page, EPISODE).getByRole('button', {
    name: /^(Generate|View) Insights$/,
  });
  const chat = chatDialog(page);
  await test.step('an insight and an answer about it', async () => {
    await enter(page, recentEpisodes(page).getByRole('button', { name: SAMPLER }));
    await enter(page, opener);
    await expect(chat).toBeVisible();
    const question = chat.getByRole('textbox', { name: 'Your question' });
    await expect(question).toBeFocused();
    await keyboard.type('How many orders had the platforms claimed?');
    await keyboard.press('Enter');
    await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
    await expect(question).toBeFocused();
  });

  await test.step('a cited place is played, and the answer saved', async () => {
    const answer = messagesOf(chat).last();
    await tabTo(page, answer.getByRole('button', { name: 'Save to Library' }), { back: true });
    await enter(page, answer.getByRole('button', { name: /^Open the transcript at/ }).last(), true);
    const transcript = chat.getByRole('complementary', { name: 'Episode' });
    await expect(transcript.locator('mark').first()).toBeInViewport();
    await enter(page, transcript.getByRole('button', { name: 'Listen Here' }));
    const player = playerOf(chat);
    await enter(page, player.getByRole('button', { name: 'Pause' }));
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeFocused();
    await enter(page, answer.getByRole('button', { name: 'Save to Library' }), true);
    await expect(answer.getByRole('button', { name: 'Saved' })).toBeVisible();
    await expectTrapped(page, chat, 3);
    await keyboard.press('Escape');
    await expect(chat).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('a quiz', async () => {
    const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
    await enter(page, quiz.getByRole('button', { name: 'Generate Quiz' }));
    for (let number = 1; number <= 5; number += 1) {
      await expect(quiz.getByText(`Question ${number} of 5`)).toBeVisible();
      await tabTo(page, quiz.getByRole('radio').first(), { most: 3 });
      await keyboard.press('Space');
      const submit = quiz.getByRole('button', { name: 'Submit Answer' });
      // Tab passes over a disabled button.
      await expect(submit).toBeEnabled();
      await enter(page, submit);
      const next = number < 5 ? 'Next Question' : 'See Results';
      await expect(quiz.getByRole('button', { name: next })).toBeFocused();
      await keyboard.press('Enter');
    }
    await expect(quiz.getByRole('heading', { name: 'Quiz Results' })).toBeFocused();
  });

  await test.step('notes on the saved answer', async () => {
    await goTo('My Library', 'Your Insights Library');
    await enter(page, page.getByRole('button', { name: EPISODE, exact: true }));
    await enter(page, action(main, 'Add Notes'));
    const dialog = page.getByRole('dialog', { name: 'Add Notes' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await keyboard.type('For Monday');
    await enter(page, dialog.getByRole('button', { name: 'Save Notes' }));
    await expect(dialog).toBeHidden();
    await expect(action(main, 'Edit Notes')).toBeFocused();
    await expect(main.getByText('For Monday')).toBeVisible();
  });

  await test.step('a digest and one of its citations', async () => {
    await goTo('Tools', 'Tools');
    await enter(page, page.getByRole('button', { name: 'Generate Digest' }));
    const place = page.getByRole('button', { name: /^Open the transcript at/ }).first();
    await enter(page, place);
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('mark').first()).toBeInViewport();
    await expectTrapped(page, dialog, 8);
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(place).toBeFocused();
  });

  const menu = header
    .getByRole('button', { name: 'User menu' })
    .and(page.locator('[aria-haspopup]'));
  await test.step('the profile', async () => {
    await enter(page, menu, true);
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/profile');
    await enter(page, page.getByRole('button', { name: 'Edit Profile' }));
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await keyboard.type('reader@example.com');
    await keyboard.press('Enter');
    await expectSuccessToast(page, 'Profile updated successfully');
    await expect(main.getByText('reader@example.com')).toBeVisible();
  });

  await test.step('the conversation deleted', async () => {
    await enter(page, header.getByRole('link', { name: 'My Library' }));
    await tabTo(page, page.getByRole('tab', { name: 'Saved Insights' }));
    await keyboard.press('ArrowRight');
    await enter(page, page.getByRole('button', { name: /^Delete the conversation/ }));
    await expect(page.getByText('No Chat History')).toBeVisible();
    await expect(main, 'where its button was').toBeFocused();
  });

  await test.step('and out', async () => {
    await enter(page, menu, true);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
    await keyboard.press('Enter');
    await expectSuccessToast(page, 'Logged out successfully');
    await expect(page).toHaveURL('/login');
  });
});
