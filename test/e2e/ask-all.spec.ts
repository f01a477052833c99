/** One question to all of a reader's podcasts, from the tools to the library and back. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/e2e/accessibility.ts';
import { askOnScreen, input, messagesBy } from '../support/e2e/chat.ts';
import { refuseSocket } from '../support/e2e/live-socket.ts';
import { scriptOf } from '../support/e2e/network.ts';
import { EPISODE, episodeOf, makeSession, type SubscribedPerson } from '../support/e2e/people.ts';
import {
  clickInChat,
  expectErrorToast,
  expectSuccessToast,
  styleOf,
} from '../support/e2e/screen.ts';
import type { Search } from '../support/e2e/search.ts';
import { expect, test } from './fixtures.ts';

const QUESTION = 'How many orders did the platforms sell that did not exist?';
const SENTENCE = 'The platforms had sold 5,100 orders that did not exist.';

/** A reader whose podcasts can be asked: the episode's transcript is in the index. */
async function hearEpisode(page: Page, reader: SubscribedPerson, search: Search): Promise<string> {
  const { id } = episodeOf(reader, EPISODE);
  await makeSession(page.request, id);
  await search.untilFound('orders that did not exist', 'transcript');
  return id;
}

const conversation = (page: Page) => page.getByRole('dialog', { name: 'Ask All My Podcasts' });
const answers = (page: Page) => messagesBy(conversation(page), 'assistant');

async function askFromCard(page: Page) {
  await page.goto('/tools');
  // The cards above move it when they load, and a click would miss its button.
  await expect(page.getByRole('region', { name: 'Daily Review' })).toContainText(
    'Remember what you heard',
  );
  await expect(page.getByRole('heading', { name: 'No Digest Yet' })).toBeVisible();
  const card = page.getByRole('region', { name: 'Ask All My Podcasts' });
  await card.getByRole('textbox').fill(QUESTION);
  await card.getByRole('button', { name: 'Ask' }).click();
}

test('a question stays in its card until the conversation has loaded', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await network.cut('GET', scriptOf('AskAll'));
  await askFromCard(page);
  await expectErrorToast(
    page,
    'The conversation did not load. Please check your network and try again.',
  );
  const card = page.getByRole('region', { name: 'Ask All My Podcasts' });
  await expect(card.getByRole('textbox')).toHaveValue(QUESTION);
  await network.restore();
  await card.getByRole('button', { name: 'Ask' }).click();
  await expect(messagesBy(conversation(page), 'user')).toHaveText([
    new RegExp(QUESTION.slice(0, 20)),
  ]);
  await expect(page.locator('[aria-labelledby="ask-card"] input')).toHaveValue('');
});

test('is answered from the episode that says it, shown beside it, saved under it and continued', async ({
  page,
  subscribedReader,
  search,
}) => {
  const episodeId = await hearEpisode(page, subscribedReader, search);
  await askFromCard(page);
  const answer = answers(page).last();
  await expect(answer).toContainText(SENTENCE);
  await expect(answers(page).first()).toContainText('without an AI model');
  await expect(answer).toContainText(/Dripcast Sampler: Marketing, \w{3} \d{1,2}, \d{4}/);
  await expect(answer).toContainText(/Sources: 1 episode, .*old|Sources: 1 episode, from today/);
  await expect(conversation(page)).toContainText('9 follow-up questions remaining');

  await answer
    .getByRole('paragraph')
    .filter({ hasText: SENTENCE })
    .getByRole('button', { name: /^Open the transcript at/ })
    .click();
  await expect(answer.locator(':focus'), 'the time that was pressed').toHaveCount(1);
  const cited = conversation(page).locator('[data-cited]').first();
  await expect(cited).toContainText('5,100 orders');
  await expect(page).toHaveURL(new RegExp(`tool=ask&chat=[\\w-]+&episode=${episodeId}&at=\\d+`));
  await page.reload();
  await expect(cited).toBeInViewport();
  await expect(answer).toContainText(SENTENCE);

  await clickInChat(answer.getByRole('button', { name: 'Save to Library' }));
  await expectSuccessToast(page, 'Insight saved to your library');
  await expect(answer.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();
  await page.reload();
  await expect(answer.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();

  await expectAccessible(page, 'a conversation about all podcasts');

  await page.goto('/library');
  await expect(page.getByText('1 insight(s) saved')).toBeVisible();
  await expect(page.getByText(EPISODE).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Chat History' }).click();
  const kept = page.getByRole('listitem').filter({ hasText: 'All my podcasts' });
  await expect(kept).toContainText(QUESTION);
  await kept.getByRole('button', { name: 'View Conversation' }).click();
  const origin = kept.getByText(/^Dripcast Sampler: Marketing, \w{3} \d{1,2}, \d{4}$/).first();
  expect(await styleOf(origin, 'font-style'), 'not part of what was said').toBe('normal');
  await kept.getByRole('button', { name: 'Continue Chat' }).click();
  await expect(answers(page).last()).toContainText(SENTENCE);
});

test('streams without a live connection, and says so if no podcast has the answer', async ({
  page,
  subscribedReader,
  search,
}) => {
  await hearEpisode(page, subscribedReader, search);
  await refuseSocket(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await askFromCard(page);
  await expect(answers(page).last()).toContainText(SENTENCE);
  await askOnScreen(conversation(page), 'How deep is the Mariana trench below the ocean?');
  await expect(answers(page).last()).toContainText('I found nothing about that in your podcasts.');
  await expect(conversation(page)).toContainText('8 follow-up questions remaining');
  await expectAccessible(page, 'a conversation about all podcasts on a phone');

  await test.step('a time leads to the transcript, and closing back to the card', async () => {
    const place = answers(page).getByRole('button', { name: /^Open the transcript at/ });
    await place.first().press('Enter');
    const view = conversation(page).getByRole('group', { name: 'View' });
    await expect(view.getByRole('button', { name: 'Transcript' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(conversation(page)).toBeHidden();
    const card = page.getByRole('region', { name: 'Ask All My Podcasts' });
    await expect(card.locator(':focus')).toHaveCount(1);
  });
});

test("keeps the question if the conversation can't be opened, and asks it again", async ({
  page,
  network,
  subscribedReader,
  search,
}) => {
  await hearEpisode(page, subscribedReader, search);
  network.allow(/^\/api\/ask$/);
  await page.route('**/api/ask', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, body: '{}' })
      : route.fallback(),
  );
  await askFromCard(page);
  await expect(messagesBy(conversation(page), 'system').last()).toBeVisible();
  await expect(input(conversation(page))).toHaveValue(QUESTION);
  await page.unroute('**/api/ask');
  await conversation(page).getByRole('button', { name: 'Send' }).click();
  await expect(answers(page).last()).toContainText(SENTENCE);
});

test('closing the conversation leaves the digest open that it was opened above', async ({
  page,
  subscribedReader: _,
}) => {
  await page.request.post('/api/digest/generate');
  const { digest } = await (await page.request.get('/api/digest')).json();
  await page.goto(`/tools?digest=${digest.id}`);
  await expect(
    page.getByRole('region', { name: 'Weekly Digest' }).getByRole('article'),
  ).toBeVisible();
  const card = page.getByRole('region', { name: 'Ask All My Podcasts' });
  await card.getByRole('textbox').fill(QUESTION);
  await card.getByRole('textbox').press('Enter');
  await expect(page).toHaveURL(/tool=ask/);
  await conversation(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(conversation(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/tools?digest=${digest.id}`);
});

test('takes a question from a reader who subscribes to nothing any more, but opened an episode', async ({
  page,
  subscribedReader,
}) => {
  await makeSession(page.request, episodeOf(subscribedReader, EPISODE).id);
  for (const { id } of await (await page.request.get('/api/user/subscriptions')).json()) {
    await page.request.delete(`/api/podcasts/${id}/subscribe`);
  }
  const told = page.waitForResponse('**/api/ask/material');
  await page.goto('/tools');
  await told;
  const card = page.getByRole('region', { name: 'Ask All My Podcasts' });
  await expect(card.getByRole('textbox')).toBeVisible();
  await expect(card.getByText("You haven't subscribed to any podcasts yet.")).toHaveCount(0);
});

test('without podcasts and sources says what to do first, and asks no question', async ({
  page,
  reader: _,
}) => {
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Ask All My Podcasts' });
  await expect(card.getByText("You haven't subscribed to any podcasts yet.")).toBeVisible();
  await expect(card.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'the tools without podcasts');
  await card.getByRole('link', { name: 'Add a Source' }).click();
  await page.getByRole('tab', { name: 'Text' }).click();
  await expect(page).toHaveURL(/tool=sources/);
});

test('a link to an episode without a place shows its beginning, and on a phone no line is widely spaced', async ({
  page,
  subscribedReader,
  search,
}) => {
  const episodeId = await hearEpisode(page, subscribedReader, search);
  await page.goto(`/tools?tool=ask&episode=${episodeId}`);
  const transcript = conversation(page).getByRole('complementary');
  await expect(transcript.locator('[data-place="0"]')).toBeInViewport();
  await expect(transcript.locator('[data-cited]')).toHaveCount(0);

  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/tools?tool=ask');
  await input(conversation(page)).fill(QUESTION);
  await input(conversation(page)).press('Enter');
  const sources = answers(page)
    .last()
    .getByText(/^Sources: /);
  const { height = 0 } = (await sources.boundingBox()) ?? {};
  const size = Number.parseFloat(await styleOf(sources, 'font-size'));
  expect(height, 'two lines').toBeGreaterThan(size * 2);
  expect(height).toBeLessThan(size * 3);
});
