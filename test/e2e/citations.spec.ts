import { action, libraryRow } from '../support/e2e/library.ts';
import { ask, EPISODE, episodeOf, makeSession, saveInsight } from '../support/e2e/people.ts';
import { expect, test } from './fixtures.ts';

/** A speaker who says times in brackets; ours are the second and the last. */
const SAID = String.raw`“Look at \[99:59] and \[98:59\]” [0:10], *or \\[97:59], says “&#91;96:59] and [95:59\]”*

- Write to ada@example.com about \[94:59] [0:20]`;
const SHOWN = /99:59\].*98:59\].*97:59\].*96:59\].*95:59\].*94:59\]/s;

interface History {
  chatSessions: { followUps: { answer: string }[] }[];
}

test('a spoken time in brackets is not a citation, in a conversation or a saved insight', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await ask(page.request, { episodeId, sessionId, message: 'What is said about dashboards?' });
  await saveInsight(page.request, { episodeId, insight: SAID });
  await network.change<History>('GET', '/api/user/chat-sessions', ({ chatSessions }) => ({
    chatSessions: chatSessions.map((session) => ({
      ...session,
      isExcerpt: undefined,
      followUps: session.followUps.map((one) => ({ ...one, answer: SAID })),
    })),
  }));
  for (const [path, unfold] of [
    ['/library?tab=history', 'View Conversation'],
    ['/library', EPISODE],
  ] as const) {
    await page.goto(path);
    const row = libraryRow(page, EPISODE);
    await action(row, unfold).click();
    await expect(row.locator('.reading .citation')).toHaveText(['0:10', '0:20']);
    await expect(row.locator('.reading').last()).toContainText(SHOWN);
  }
  await page.reload();
  await expect(libraryRow(page, EPISODE).locator('.library-excerpt')).toHaveText(
    'Write to ada@example.com about [94:59]',
  );
});

test('a citation shows the whole quotation in the transcript, not only its first sentence', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await ask(page.request, { episodeId, sessionId, message: 'What is attribution?' });
  await page.goto(`/podcasts?chat=${sessionId}&episode=${episodeId}`);
  const answer = page.locator('.message', { hasText: 'Incrementality answers who caused it.' });
  const chip = answer.last().getByRole('button', { name: 'Open the transcript at 1:41' });
  await chip.press('Enter');
  const cited = page.locator('[data-cited]');
  await expect(cited.first()).toContainText('Attribution is a rule');
  await expect(cited.last()).toContainText('that is why I say it lies by default.');
  await expect(chip).toBeFocused();
});

test('a citation shows the whole quotation from the library, too', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await ask(page.request, { episodeId, sessionId, message: 'What is attribution?' });
  const history = await page.request.get('/api/user/chat-sessions');
  const { chatSessions }: History = await history.json();
  const insight = chatSessions[0]?.followUps[0]?.answer ?? '';
  await saveInsight(page.request, { episodeId, insight });
  const cited = page.locator('[data-cited]');
  for (const [path, unfold] of [
    ['/library?tab=history', 'View Conversation'],
    ['/library', EPISODE],
  ] as const) {
    await page.goto(path);
    const row = libraryRow(page, EPISODE);
    await action(row, unfold).click();
    await row.getByRole('button', { name: 'Open the transcript at 1:41' }).click();
    await expect(cited.first()).toContainText('Attribution is a rule');
    await expect(cited.last()).toContainText('that is why I say it lies by default.');
  }
});
