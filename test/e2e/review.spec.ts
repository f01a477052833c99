import type { APIRequestContext, Page } from '@playwright/test';
import type { PositionsReply } from '../../schema/wire/listening.ts';
import type { QuizQuestion } from '../../schema/wire/quiz.ts';
import type { DueReviews, ReviewItem } from '../../schema/wire/review.ts';
import { scriptOf } from '../support/e2e/network.ts';
import { EPISODE, episodeOf, type SubscribedPerson, saveInsight } from '../support/e2e/people.ts';
import { heardAt, moveTo, playerOf } from '../support/e2e/player.ts';
import { expectErrorToast, watchShifts } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const day = (page: Page) => page.getByRole('region', { name: 'Daily review', exact: true });

/** Adds questions of a quiz to review, and returns them. */
async function addQuestions(request: APIRequestContext, count: number): Promise<QuizQuestion[]> {
  const reply = await request.post('/api/quiz/generate', {
    data: { podcastId: null, useWholeLibrary: true },
  });
  const { questions }: { questions: QuizQuestion[] } = await reply.json();
  const chosen = questions.slice(0, count);
  for (const { id } of chosen) {
    await request.post('/api/user/reviews', { data: { kind: 'question', sourceId: id } });
  }
  return chosen;
}

async function addInsight(
  request: APIRequestContext,
  reader: SubscribedPerson,
  sides: { front: string; back: string },
): Promise<ReviewItem> {
  const { id: episodeId } = episodeOf(reader, EPISODE);
  const saved = await request.post('/api/user/insights', {
    data: { episodeId, insight: `${sides.back} [0:20]` },
  });
  const { id: sourceId } = await saved.json();
  const reply = await request.post('/api/user/reviews', {
    data: { kind: 'insight', sourceId, ...sides },
  });
  return reply.json();
}

async function dueOf(request: APIRequestContext): Promise<DueReviews> {
  return (await request.get('/api/user/reviews/due')).json();
}

/** Answers the question on screen. */
async function answer(page: Page, questions: QuizQuestion[], isRight: boolean): Promise<void> {
  const heading = await day(page).getByRole('heading', { level: 2 }).innerText();
  const question = questions.find((one) => one.question === heading);
  if (!question) throw new Error(`'${heading}' was not added`);
  const right = question.options[question.correctAnswerIndex] ?? '';
  const wrong = question.options.find((option) => option !== right) ?? '';
  await day(page)
    .getByRole('radio', { name: isRight ? right : wrong, exact: true })
    .click();
  await day(page).getByRole('button', { name: 'Check' }).click();
}

test('a day: a question grades itself, an answer is recalled by keys, one thing is new, then done', async ({
  page,
  subscribedReader,
}) => {
  const questions = await addQuestions(page.request, 1);
  const sides = { front: 'Why do dashboards lie?', back: 'They credit the last click.' };
  await addInsight(page.request, subscribedReader, sides);
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await page.request.get(`/api/podcasts/episodes/${episodeId}/transcript`);

  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Daily Review', exact: true });
  await expect(card.getByText('2 due today.')).toBeVisible();
  await card.getByRole('link', { name: 'Open Review' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Daily Review');
  await expect(day(page).getByText('1 of 2 today')).toBeVisible();

  const result = day(page).locator('form [aria-live]');
  await expect(result, 'is there before it is announced').toHaveCSS('display', 'block');
  await answer(page, questions, false);
  await expect(day(page).getByText('Not quite. It comes back tomorrow.')).toBeVisible();
  await expect(day(page).getByText('1 of 2 today'), 'the one on screen still counts').toBeVisible();
  await day(page)
    .getByRole('button', { name: /^Read It at/ })
    .click();
  await expect(page.getByRole('dialog').locator('[data-cited]').first()).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await day(page).getByRole('button', { name: 'Next' }).click();

  await expect(day(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(day(page).getByText(sides.back)).toHaveCount(0);
  await page.keyboard.press('3');
  await day(page).getByRole('button', { name: 'Show Answer' }).click();
  await expect(day(page).getByRole('group', { name: 'Answer' })).toContainText(sides.back);
  const graded = page.waitForRequest(/\/grades$/);
  await page.keyboard.press('4');
  expect((await graded).postDataJSON()).toMatchObject({ rating: 4 });

  await expect(day(page).getByRole('heading', { name: 'One new thing' })).toBeFocused();
  const heights = await day(page)
    .getByRole('button')
    .evaluateAll((buttons: HTMLElement[]) => buttons.map(({ offsetHeight }) => offsetHeight));
  expect(new Set(heights).size, 'buttons beside each other are of one height').toBe(1);
  await day(page).getByRole('button', { name: 'Done for Today' }).click();
  await expect(day(page).getByRole('heading', { name: 'Done for today' })).toBeFocused();
  await expect(day(page).getByText('2 things reviewed.')).toBeVisible();

  const progress = page.getByRole('region', { name: 'Your Progress' });
  await expect(progress.getByRole('table', { name: 'Due in the next 30 days' })).toBeAttached();
  await page.getByRole('switch', { name: 'Daily review' }).click();
  await expect(page.getByText('The daily review is off')).toBeVisible();
  await page.getByRole('button', { name: 'Turn On' }).click();
  await expect(
    day(page).getByRole('heading', { name: /One new thing|Done for today/ }),
  ).toBeVisible();
});

test('a day without a connection is kept, outlives a reload, and is sent later in its order', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const questions = await addQuestions(page.request, 3);
  await page.goto('/tools?tool=review');
  await expect(day(page).getByText('1 of 3 today')).toBeVisible();
  await network.cut('GET', /\/api\/user\/reviews/);
  await network.cut('POST', /\/api\/user\/reviews/);
  await answer(page, questions, true);
  await expect(day(page).getByText("That's right.")).toBeVisible();
  await expect(day(page).getByText(/^1 answer is only on this device/)).toBeVisible();
  await day(page).getByRole('button', { name: 'Next' }).click();
  await answer(page, questions, false);

  await page.reload();
  await expect(
    day(page).getByText(/^No connection\. .* 2 answers are only on this device/),
  ).toBeVisible();
  await answer(page, questions, true);
  await expect(day(page).getByText(/3 answers are only on this device/)).toBeVisible();
  expect((await dueOf(page.request)).gradedToday).toBe(0);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/grades')) sent.push(request.postDataJSON().at);
  });
  await network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await dueOf(page.request)).gradedToday).toBe(3);
  await expect(day(page).getByText(/only on this device/)).toHaveCount(0);
  expect(sent).toHaveLength(3);
  expect(sent).toEqual([...sent].sort());
});

test('explanations read well in a day that lost its connection before the first answer', async ({
  page,
  context,
  network,
  subscribedReader: _,
}) => {
  const questions = await addQuestions(page.request, 1);
  await page.goto('/tools?tool=review', { waitUntil: 'networkidle' });
  await expect(day(page).getByText('1 of 1 today')).toBeVisible();
  await network.quiet();
  await context.setOffline(true);
  await answer(page, questions, true);
  await expect(day(page).locator('form [aria-live]').getByRole('button')).toBeVisible();
  await context.setOffline(false);
});

test('a text whose renderer did not load is plain; the next one is rendered', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const questions = await addQuestions(page.request, 2);
  const code = scriptOf('MarkdownText');
  await network.cut('GET', code);
  await page.goto('/tools?tool=review');
  await answer(page, questions, true);
  const explanation = day(page).locator('form [aria-live]');
  await expect(explanation).toContainText(/\[\d+:\d\d\]/);
  await network.restore();
  await day(page).getByRole('button', { name: 'Next' }).click();
  await answer(page, questions, true);
  await expect(explanation.getByRole('button')).toBeVisible();
});

test('what is saved is added in the library, and a line above the podcasts says what is due', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await page.request.post('/api/user/insights', {
    data: { episodeId, insight: 'Dashboards credit the last click. [0:20]' },
  });
  await page.goto('/library');
  await page.getByRole('button', { name: EPISODE }).click();
  await page.getByRole('button', { name: 'Add to Review' }).click();
  await expect(page.getByRole('button', { name: 'Remove from Review' })).toBeVisible();
  expect(await dueOf(page.request)).toMatchObject({ dueToday: 1 });

  const release = await network.hold('GET', '/api/user/reviews/due');
  await page.goto('/podcasts');
  // The prerendered heading is replaced by the scripts.
  const heading = page.locator('#root:not([inert])').getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const line = page.getByRole('link', { name: '1 to review today' });
  await expect(line).toHaveCount(0);
  const before = await heading.boundingBox();
  release();
  await expect(line).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  await line.click();
  await expect(day(page).getByText('1 of 1 today')).toBeVisible();
  await page.goto('/library');
  await page.getByRole('button', { name: EPISODE }).click();
  await page.getByRole('button', { name: 'Remove from Review' }).click();
  await expect(page.getByRole('button', { name: 'Add to Review' })).toBeVisible();
  expect(await dueOf(page.request)).toMatchObject({ dueToday: 0 });
});

test('a kept moment is asked for in the reader’s words; its seconds are heard, and the place in the episode stays', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const at = 500;
  await page.request.put(`/api/user/positions/${episodeId}`, {
    data: { seconds: at, at: Date.now() },
  });
  const moment = { id: crypto.randomUUID(), episodeId, start: 120, end: 120 };
  const kept = await (await page.request.post('/api/user/moments', { data: moment })).json();
  await page.goto('/library');
  await page.getByRole('button', { name: 'Add to Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to Review' });
  await expect(dialog.getByRole('textbox', { name: 'Back' })).toHaveValue(kept.text);
  await dialog.getByRole('textbox', { name: 'Front' }).fill('What do dashboards do?');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove from Review' })).toBeVisible();

  await page.goto('/tools?tool=review');
  await expect(day(page).getByRole('heading', { level: 2 })).toHaveText('What do dashboards do?');
  await day(page).getByRole('button', { name: 'Show Answer' }).click();
  await expect(day(page).getByRole('group', { name: 'Answer' })).toContainText(kept.text);
  const reading = day(page).getByRole('button', { name: /^Read It at/ });
  const place = await reading.boundingBox();
  await day(page).getByRole('button', { name: 'Hear 20 Seconds' }).click();
  const player = playerOf(page);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(day(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await reading.boundingBox(), 'it does not move under the pointer').toEqual(place);
  await expect.poll(() => heardAt(page)).toBeGreaterThan(kept.start);
  expect(await heardAt(page)).toBeLessThan(kept.start + 20);
  await moveTo(page, kept.start + 19.5);
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await heardAt(page)).toBeLessThan(kept.start + 22);
  const reply = await page.request.get('/api/user/positions');
  expect(((await reply.json()) as PositionsReply).positions).toMatchObject([{ seconds: at }]);
});

test('adding to a review that did not load says so, and works once it loads', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'Rye sells.' });
  await network.fail('GET', '/api/user/reviews');
  await page.goto('/library');
  await page.getByRole('button', { name: EPISODE, exact: true }).click();
  const add = page.getByRole('button', { name: 'Add to Review' });
  await expect(add).toHaveAttribute('aria-disabled', 'false');
  await add.click();
  await expectErrorToast(page, 'Your review did not load. Please try again.');
  await network.restore();
  await page.reload();
  await page.getByRole('button', { name: EPISODE, exact: true }).click();
  await add.click();
  await expect(page.getByRole('button', { name: 'Remove from Review' })).toBeVisible();
});

test('somebody with nothing to review is told what a review is and led to the first questions', async ({
  page,
  reader: _,
}) => {
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Daily Review', exact: true });
  await expect(card.getByText('Remember what you heard')).toBeVisible();
  await card.getByRole('link', { name: 'Open Review' }).click();
  await expect(day(page).getByText('Nothing to Review Yet', { exact: true })).toBeVisible();
  await expect(day(page).getByText('A few questions a day help you remember')).toBeVisible();
  await day(page).getByRole('link', { name: 'Browse Podcasts' }).click();
  await expect(page).toHaveURL('/podcasts');
  expect(await dueOf(page.request)).toMatchObject({ streak: 0, isKept: false, hasItems: false });
});

test('a day on which nothing is due promises nothing and is not called done', async ({
  page,
  network,
  subscribedReader,
}) => {
  const sides = { front: 'Why do dashboards lie?', back: 'They credit the last click.' };
  const { id } = await addInsight(page.request, subscribedReader, sides);
  // Easy, so due again in a week or so; too long ago for a streak.
  const at = new Date(Date.now() - 4 * 86_400_000).toISOString();
  const data = { gradeId: crypto.randomUUID(), rating: 4, at };
  expect((await page.request.post(`/api/user/reviews/${id}/grades`, { data })).ok()).toBe(true);
  await network.answer('GET', '/api/user/reviews/takeaway', () => ({ takeaway: null }));
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Daily Review', exact: true });
  await expect(card.getByText('Nothing is due today.', { exact: true })).toBeVisible();
  await card.getByRole('link', { name: 'Open Review' }).click();
  const kept = page.waitForResponse(/\/reviews\/days$/);
  await expect(day(page).getByRole('heading', { name: 'Nothing is due today' })).toBeVisible();
  await expect(day(page).getByText('Done')).toHaveCount(0);
  await kept;
  await page.goto('/tools');
  await expect(card.getByText('Nothing is due today.', { exact: true })).toBeVisible();
});

for (const isDue of [true, false]) {
  test(`what is below the day does not move while the page loads: ${isDue ? 'something is due' : 'nothing is due'}`, async ({
    page,
    network,
    subscribedReader,
  }) => {
    const sides = { front: 'Why do dashboards lie?', back: 'They credit the last click.' };
    const { id } = await addInsight(page.request, subscribedReader, sides);
    if (!isDue) {
      const data = { gradeId: crypto.randomUUID(), rating: 3, at: new Date().toISOString() };
      expect((await page.request.post(`/api/user/reviews/${id}/grades`, { data })).ok()).toBe(true);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    const shifted = await watchShifts(page);
    const calls = ['progress', 'due', 'takeaway'].map((name) => `/api/user/reviews/${name}`);
    const releases = await Promise.all(calls.map((call) => network.holdReply('GET', call)));
    await page.goto('/tools?tool=review');
    await expect(day(page)).toBeVisible();
    for (const [index, release] of releases.entries()) {
      const arrived = page.waitForResponse((reply) => reply.url().includes(calls[index] ?? ''));
      release();
      await arrived;
      // The next reply comes when this one has been drawn.
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await expect(page.getByRole('heading', { name: 'Your Progress' })).toBeVisible();
    await expect(page.getByText('Known')).toBeVisible();
    await network.quiet();
    expect(await shifted()).toBeLessThan(0.005);
  });
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the lists of the settings are as high as the buttons', async ({ page, reader: _ }) => {
    await page.goto('/tools?tool=review');
    const lists = page.getByRole('combobox');
    await expect(lists).toHaveCount(2);
    for (const list of await lists.all()) expect((await list.boundingBox())?.height).toBe(40);
  });
});

test('the page of the daily review ends with its footer', async ({ page, subscribedReader }) => {
  await addInsight(page.request, subscribedReader, { front: 'What?', back: 'That.' });
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/tools?tool=review');
  await expect(page.getByText('Due in the next 30 days').first()).toBeVisible();
  const below = await page
    .getByRole('contentinfo')
    .evaluate(
      (footer) =>
        document.documentElement.scrollHeight - (footer.getBoundingClientRect().bottom + scrollY),
    );
  expect(below).toBeLessThan(1);
});
