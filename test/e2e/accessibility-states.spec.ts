/**
 * Runs axe on rare states: errors, empty screens, work in progress, dialogs over them. Only at a phone's
 * width, because the wide layout is checked with the screens themselves.
 */
import { expectAccessible, PHONE } from '../support/e2e/accessibility.ts';
import { libraryRow } from '../support/e2e/library.ts';
import { ask, EPISODE, episodeOf, makeSession, SAMPLER } from '../support/e2e/people.ts';
import { playerOf } from '../support/e2e/player.ts';
import {
  catalogue,
  episodeRow,
  expectErrorToast,
  readyChat,
  recentEpisodes,
  unfoldPodcast,
  visit,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

for (const { device, viewport } of [PHONE]) {
  test.describe(`axe finds no violation of any impact, in light and dark: ${device}`, () => {
    test.use({ viewport, reducedMotion: 'reduce' });
    test.slow();

    test('a catalogue that is loading, failed or empty; a form with errors', async ({
      page,
      network,
    }) => {
      const release = await network.hold('GET', '/api/podcasts');
      await page.goto('/podcasts', { waitUntil: 'commit' });
      await expect(catalogue(page).getByText('Loading podcasts...')).toBeVisible();
      await expectAccessible(page, 'a catalogue that is loading');
      release();
      await network.restore();
      await network.fail('GET', '/api/podcasts');
      await page.goto('/podcasts');
      await expect(catalogue(page).getByText('Failed to fetch podcasts')).toBeVisible();
      await expectAccessible(page, 'a catalogue that failed');
      await network.restore();
      await network.change('GET', '/api/podcasts', () => []);
      await page.goto('/podcasts');
      await expect(catalogue(page).getByText('No podcasts available yet.')).toBeVisible();
      await expectAccessible(page, 'an empty catalogue');

      await visit(page, '/register');
      await page.getByLabel('Email (Optional)').fill('nobody');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      await expect(page.getByText('Invalid email address')).toBeVisible();
      await expectAccessible(page, '/register with errors');
    });

    test('screens of a new user, offline and with failures', async ({
      page,
      context,
      network,
      reader: _,
    }) => {
      await page.goto('/');
      for (const [path, text] of [
        ['/podcasts?category=hr', "You haven't subscribed to any podcasts yet."],
        ['/profile', "You haven't subscribed to any podcasts yet."],
        ['/library', 'No Insights Yet'],
        ['/library?tab=history', 'No Chat History'],
        ['/tools', 'No Digest Yet'],
      ] as const) {
        await visit(page, path);
        await expect(page.getByText(text)).toBeVisible();
        await expectAccessible(page, `${path} with nothing in it`);
      }
      await context.setOffline(true);
      await expect(page.getByText("You're offline.")).toBeVisible();
      await expectAccessible(page, 'offline');
      await context.setOffline(false);

      await network.fail('GET', /^\/api\/(podcasts\/recent-episodes|user\/\w+|digest)$/);
      for (const [path, text] of [
        ['/podcasts?category=hr', 'Failed to fetch recent episodes'],
        ['/profile', 'Failed to fetch subscriptions'],
        ['/library', 'Your insights did not load'],
        ['/tools', 'Your latest digest did not load'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByText(text)).toBeVisible();
        await expectAccessible(page, `${path} with what failed`);
      }
      await visit(page, '/profile');
      await page.getByRole('button', { name: 'Delete Account' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Delete Account' }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expectAccessible(page, 'deleting the account');
    });

    test('a failed insight; a quiz under way and at its end', async ({
      page,
      network,
      subscribedReader: _,
    }) => {
      await network.fail('POST', /\/insights$/);
      await unfoldPodcast(page, SAMPLER, '/podcasts?category=hr');
      await episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }).click();
      await expectErrorToast(page, 'Failed to generate insights');
      await expectAccessible(page, 'a failed insight');
      await expect(page.getByRole('dialog')).toBeHidden();

      const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
      await quiz.getByRole('radio', { name: 'Specific Podcast' }).click();
      await quiz.getByRole('combobox').selectOption(SAMPLER);
      await expectAccessible(page, 'the choice of a podcast', quiz);
      const release = await network.hold('POST', '/api/quiz/generate');
      await quiz.getByRole('button', { name: 'Generate Quiz' }).click();
      await expect(quiz.getByRole('progressbar')).toBeVisible();
      await expectAccessible(page, 'a quiz in the making', quiz);
      release();
      for (const next of ['Next Question', 'Next Question', 'Next Question', 'Next Question']) {
        await quiz.getByRole('radio').first().click();
        await quiz.getByRole('button', { name: 'Submit Answer' }).click();
        await quiz.getByRole('button', { name: next }).click();
      }
      await quiz.getByRole('radio').first().click();
      await quiz.getByRole('button', { name: 'Submit Answer' }).click();
      await quiz.getByRole('button', { name: 'See Results' }).click();
      await expect(quiz.getByText('Quiz Results')).toBeVisible();
      await expectAccessible(page, "a quiz's results", quiz);
      await expect(recentEpisodes(page)).toBeVisible();
    });

    test('a cited place, heard and searched; a lost connection; the digest and its transcript', async ({
      page,
      context,
      network,
      subscribedReader,
    }) => {
      // The requests made while offline.
      network.allow(/^\/(ws|api\/podcasts\/episodes\/.+\/chat)$/);
      const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
      const { id: sessionId } = await makeSession(page.request, episodeId);
      await ask(page.request, { episodeId, sessionId, message: 'What is said?' });
      await page.goto(`/library?tab=history&episode=${episodeId}&chat=${sessionId}&at=60`);
      const chat = await readyChat(page);
      const transcript = chat.getByRole('complementary');
      await expect(transcript.locator('mark').first()).toBeVisible();
      await transcript.getByRole('button', { name: 'Listen Here' }).click();
      await expect(playerOf(chat).getByRole('button', { name: 'Pause' })).toBeVisible();
      await transcript.getByRole('searchbox').fill('platform');
      await expect(transcript.getByText(/^1 of \d+$/)).toBeVisible();
      await expectAccessible(page, 'a place that is cited, heard and searched');
      await context.setOffline(true);
      await expect(chat.getByText('Connection lost. Reconnecting…')).toBeVisible();
      await expectAccessible(page, 'a lost connection');
      await context.setOffline(false);
      await chat.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(chat).toBeHidden();

      await libraryRow(page, EPISODE)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expectAccessible(page, 'a conversation that was deleted');
      await page.getByRole('button', { name: 'Undo' }).click();

      await visit(page, '/tools');
      await page.getByRole('button', { name: 'Generate Digest' }).click();
      const article = page.getByRole('article');
      await article
        .getByRole('button', { name: /^Open the transcript at/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').locator('mark').first()).toBeVisible();
      await expectAccessible(page, "the transcript at a digest's place");
    });
  });
}
