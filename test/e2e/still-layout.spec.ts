/**
 * Nothing moves when a reply arrives: a click during a move is lost, or lands on something else.
 */
import type { Locator } from '@playwright/test';
import { input, messagesBy, openedLiveChat, QUESTION, send } from '../support/e2e/chat.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import { watchSocket } from '../support/e2e/live-socket.ts';
import {
  EPISODE,
  episodeOf,
  OTHER_EPISODE,
  SAMPLER,
  SOUND_ONLY_EPISODE,
  subscribe,
} from '../support/e2e/people.ts';
import { moveTo, playEpisode } from '../support/e2e/player.ts';
import { episodeRow, recentEpisodes, unfoldPodcast, watchShifts } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** How far down the page, however far it is scrolled. */
function inPage(target: Locator): Promise<number> {
  return target.evaluate((one) => Math.round(one.getBoundingClientRect().top + window.scrollY));
}

const PHONE = { width: 390, height: 844 };

async function placeOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`Not shown: ${target}`);
  return { x: box.x, y: box.y };
}

for (const viewport of [PHONE, { width: 1024, height: 768 }, { width: 1280, height: 720 }]) {
  test(`a fetch leaves its button and what is below it in place, ${viewport.width} px wide`, async ({
    page,
    network,
    reader: _,
  }) => {
    await subscribe(page.request, SAMPLER);
    await page.setViewportSize(viewport);
    const releaseCount = await network.hold('GET', '/api/user/remaining-generations');
    await page.goto('/podcasts');
    const podcast = recentEpisodes(page).getByRole('button', { name: new RegExp(SAMPLER) });
    const fetching = recentEpisodes(page).getByRole('button', { name: 'Fetching...' });
    const fetch = recentEpisodes(page).getByRole('button', { name: 'Fetch Recent Episodes' });
    // Its subscription has queued a first reading of its feed.
    await expect(podcast).toBeVisible();
    await expect(fetch).toBeEnabled();
    const places = async (button: Locator) => [await placeOf(button), await placeOf(podcast)];
    const before = await places(fetch);
    releaseCount();
    await expect(recentEpisodes(page).getByText(/insights remaining$/)).toBeVisible();
    expect(await places(fetch), 'once the remaining insights are known').toEqual(before);
    const release = await network.hold('POST', '/api/podcasts/fetch-recent');
    await fetch.click();
    await expect(fetching).toBeVisible();
    expect(await places(fetching)).toEqual(before);
    release();
    await expect(recentEpisodes(page).getByText(/^Next fetch available/)).toBeVisible();
    await expect(fetch).toBeDisabled();
    expect(await places(fetch)).toEqual(before);
  });

  test(`the cards of the podcasts are as high as their placeholders, ${viewport.width} px wide`, async ({
    page,
    network,
    subscribedReader: _,
  }) => {
    await page.setViewportSize(viewport);
    const shifted = await watchShifts(page);
    const quiz = page.getByRole('button', { name: 'Generate Quiz' });
    await page.goto('/podcasts');
    await expect(quiz).toBeVisible();
    await network.quiet();
    const release = await network.hold('GET', '/api/user/subscriptions');
    await page.reload();
    await expect(quiz).toBeVisible();
    release();
    await expect(recentEpisodes(page).getByRole('button', { name: SAMPLER })).toBeVisible();
    await network.quiet();
    expect(await shifted()).toBeLessThan(0.005);
  });
}

test('what is beside a button stays when its label changes', async ({
  page,
  network,
  context,
  subscribedReader,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  /** Clicks one button, and expects the next one not to move when the first one's label changes. */
  const expectStill = async (within: Locator, pressed: string, label: string, beside: Locator) => {
    await expect(beside).toBeVisible();
    const { x } = await placeOf(beside);
    await action(within, pressed).click();
    await expect(action(within, label)).toBeVisible();
    expect((await placeOf(beside)).x, `beside '${label}'`).toBe(x);
  };

  await test.step('in a conversation', async () => {
    const { chat, live } = await openedLiveChat(page, subscribedReader);
    const answer = messagesBy(chat, 'assistant').last();
    await expectStill(answer, 'Save to Library', 'Saved', action(answer, 'Copy'));
    await input(chat).fill(QUESTION);
    const sent = send(chat);
    const { x } = await placeOf(sent);
    live.hold();
    await sent.click();
    const sending = action(chat, 'Sending...');
    await expect(sending).toBeVisible();
    expect((await placeOf(sending)).x).toBe(x);
    live.release();
    await expect(sent).toBeVisible();
    expect((await placeOf(sent)).x).toBe(x);
  });

  await test.step('in the library', async () => {
    const moment = { id: crypto.randomUUID(), episodeId, start: 60, end: 60 };
    await page.request.post('/api/user/moments', { data: moment });
    await page.goto('/library');
    const row = libraryRow(page, EPISODE).first();
    await action(row, EPISODE).click();
    await expectStill(row, 'Add to Review', 'Remove from Review', action(row, 'Copy'));
    const kept = page.getByRole('group', { name: /^Actions for \d/ });
    await expectStill(kept, 'Copy', 'Copied', kept.getByRole('button', { name: /^Delete/ }));
    await action(kept, 'Share').click();
    const share = page.getByRole('dialog', { name: 'Share This Moment' });
    const picture = share.getByRole('link', { name: 'Save Picture' });
    await expectStill(share, 'Copy Picture', 'Copied', picture);
  });

  await test.step('in the tools', async () => {
    await page.goto('/tools');
    const digest = page.getByRole('region', { name: 'Weekly Digest' });
    const release = await network.hold('POST', '/api/digest/generate');
    await expect(action(digest, 'Generate Digest')).toBeVisible();
    const before = await placeOf(action(digest, 'Generate Digest'));
    await action(digest, 'Generate Digest').click();
    expect(await placeOf(action(digest, 'Generating...'))).toEqual(before);
    release();
    await network.quiet();
  });

  await test.step('in the list of episodes of a phone', async () => {
    await page.setViewportSize(PHONE);
    await unfoldPodcast(page);
    const row = episodeRow(page, OTHER_EPISODE);
    const release = await network.hold('GET', /transcript$/);
    const next = action(row, 'Generate Insights');
    await expectStill(row, 'Download Transcript', 'Downloading...', next);
    release();
  });
});

for (const { title, shown } of [
  { title: EPISODE, shown: /Save Picture/ },
  { title: SOUND_ONLY_EPISODE, shown: /^There is no transcript here/ },
]) {
  test(`the dialog of a shared moment of '${title}' stays while its picture is drawn`, async ({
    page,
    network,
    subscribedReader: _,
  }) => {
    const player = await playEpisode(page, title);
    await player.getByRole('button', { name: 'Pause' }).click();
    await moveTo(page, 45);
    const share = page.getByRole('dialog', { name: 'Share This Moment' });
    const release = await network.hold('GET', /\/said$/);
    await player.getByRole('button', { name: 'Share this moment' }).click();
    await expect(share.getByRole('status', { name: 'Drawing the picture' })).toBeVisible();
    const before = await placeOf(action(share, 'Close'));
    release();
    await expect(share.getByText(shown)).toBeVisible();
    expect(await placeOf(action(share, 'Close'))).toEqual(before);
  });
}

test('the questions missed in a quiz stay when the note above them arrives', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/podcasts?category=hr');
    const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
    const made = page.waitForResponse(/\/api\/quiz\/generate$/);
    await quiz.getByRole('button', { name: 'Generate Quiz' }).click();
    const { questions } = await (await made).json();
    const release = await network.hold('POST', '/api/quiz/submit');
    for (const { correctAnswerIndex } of questions) {
      await quiz
        .getByRole('radio')
        .nth((correctAnswerIndex + 1) % 4)
        .click();
      await quiz.getByRole('button', { name: 'Submit Answer' }).click();
      await quiz.getByRole('button', { name: /^(Next Question|See Results)$/ }).click();
    }
    const first = quiz
      .getByRole('region', { name: 'What You Missed' })
      .getByRole('listitem')
      .first();
    await expect(first).toBeVisible();
    const before = await placeOf(first);
    release();
    await expect(quiz.getByText(/in your daily review from tomorrow/)).toBeVisible();
    expect(await placeOf(first)).toEqual(before);
    await quiz.getByRole('button', { name: 'Take Another Quiz' }).click();
  }
});

test('the feeds stay when one of them gets an address', async ({ page, network, reader: _ }) => {
  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/tools');
    const feeds = page.getByRole('region', { name: 'Your Feeds' });
    const create = action(feeds, 'Create Address');
    await expect(create).toHaveCount(2);
    await network.quiet();
    const before = await inPage(create.last());
    await create.first().click();
    await page.getByRole('dialog', { name: 'Your New Address' }).getByText('Done').click();
    await expect(create).toHaveCount(1);
    // The day on which it was created may need a line.
    expect((await inPage(create)) - before, 'below an address').toBeLessThanOrEqual(20);
    await action(feeds, 'Revoke').click();
    await page.getByRole('button', { name: 'Revoke Address' }).click();
    await expect(create).toHaveCount(2);
  }
});

test('the tools below the brief stay when it arrives', async ({ page, network, reader: _ }) => {
  const below = page.getByRole('region', { name: 'Your Feeds' });
  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    const expectStill = async (arrived: Locator, what: string) => {
      const release = await network.hold('GET', '/api/user/brief');
      await page.goto('/tools');
      await expect(action(below, 'Create Address')).toHaveCount(2);
      await expect(page.getByText('No Digest Yet')).toBeVisible();
      const before = await inPage(below);
      release();
      await expect(arrived).toBeVisible();
      expect(await inPage(below), `${what}, ${viewport.width} px wide`).toBe(before);
      await network.restore();
    };
    const brief = page.getByRole('region', { name: 'Your Brief by Mail' });
    await expectStill(action(brief, 'Turn On'), 'a first visit');
    await page.request.put('/api/user/brief', {
      data: { email: 'reader@example.com', weekday: 1, hour: 8, timeZone: 'UTC' },
    });
    await page.goto('/tools');
    await expect(action(brief, 'Stop')).toBeVisible();
    await network.quiet();
    await expectStill(action(brief, 'Stop'), 'a brief that is on');
    await page.request.delete('/api/user/brief');
    await page.evaluate(() => localStorage.clear());
  }
});

test('what a conversation about a source may begin with stays, ready to be pressed, once it is shown', async ({
  page,
  network,
  reader: _,
}) => {
  const text = 'A clinic in Leeds raised the price in April. Only two patients left the clinic.';
  await page.request.post('/api/user/sources', { data: { kind: 'text', title: 'Rents', text } });
  const live = await watchSocket(page);
  const chat = page.getByRole('dialog', { name: 'Chat about this source' });
  const generate = action(chat, 'Generate Insights');
  const suggested = action(chat, 'What are the key takeaways?');
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    live.hold();
    const releaseCount = await network.hold('GET', '/api/user/remaining-generations');
    await page.goto('/tools?tool=sources');
    await action(page.getByRole('main'), 'Chat').click();
    await expect(input(chat)).toBeEnabled();
    await expect(chat.getByText(/^Ready to discuss this source/)).toBeVisible();
    await expect(generate, 'the greeting is not there yet').toHaveCount(0);
    live.release();
    await expect(chat.getByText(/without an AI model/)).toBeVisible();
    await expect(suggested).toBeVisible();
    const before = [await placeOf(generate), await placeOf(suggested)];
    releaseCount();
    await expect(chat.getByText(/insights remaining$/)).toBeVisible();
    expect([await placeOf(generate), await placeOf(suggested)], `${width} px`).toEqual(before);
    await network.restore();
  }
});

test('the tools below the card for questions stay when there turns out to be nothing to ask', async ({
  page,
  network,
  reader: _,
}) => {
  const card = page.getByRole('region', { name: 'Ask All My Podcasts' });
  const height = async () => (await card.boundingBox())?.height;
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const release = await network.hold('GET', '/api/ask/material');
    await page.goto('/tools');
    await expect(card.getByRole('textbox')).toBeVisible();
    const before = await height();
    release();
    const steps = card.getByText("You haven't subscribed to any podcasts yet.");
    await expect(steps).toBeVisible();
    expect(await height(), `${width} px wide`).toBe(before);
    // They fit into the form's place.
    const [outer, inner] = await Promise.all([card.boundingBox(), steps.boundingBox()]);
    const bottom = (box: typeof outer) => (box?.y ?? 0) + (box?.height ?? 0);
    expect(bottom(inner), `${width} px wide`).toBeLessThan(bottom(outer) - 16);
    await network.restore();
  }
});

test('the buttons of a form stay when it is refused or saved', async ({
  page,
  network,
  reader: _,
}) => {
  network.allow('/api/user/sources');
  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/tools?tool=sources');
    await page.getByRole('tab', { name: 'Web Page' }).click();
    const add = action(page.getByRole('main'), 'Add Page');
    const before = await inPage(add);
    await page.getByLabel('Address').fill('http://localhost:1/nothing');
    await add.click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await inPage(add)).toBe(before);

    await page.goto('/editor');
    const save = action(page.getByRole('main'), 'Save Content');
    await page.getByLabel('Your content').fill(`Written ${viewport.width} px wide`);
    await expect(page.getByText(/^Not saved yet/)).toBeVisible();
    const place = await inPage(save);
    await save.click();
    await expect(page.getByText(/^All saved/)).toBeVisible();
    expect(await inPage(save)).toBe(place);
  }
});

test('a dialog stays when its form is refused', async ({ page, network, reader: _ }) => {
  network.allow(/^\/api\/user($|\/password$|\/podcasts\/preview$)/);
  const expectStill = async (opening: string, fields: Record<string, string>, send: string) => {
    await page.getByRole('button', { name: opening, exact: true }).click();
    const dialog = page.locator('[role="dialog"], [role="alertdialog"]');
    for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
    const before = await dialog.boundingBox();
    await dialog.getByRole('button', { name: send, exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    expect(await dialog.boundingBox(), opening).toEqual(before);
  };
  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/podcasts?category=hr');
    await expectStill('Add a Podcast', { Address: 'http://localhost:1/nothing' }, 'Find Podcast');
    await page.goto('/profile');
    await expectStill('Delete Account', { 'Your password': 'not this one' }, 'Delete Account');
    await page.reload();
    const passwords = { 'Current password': 'not this one', 'New password': 'a better one' };
    await expectStill('Change Password', passwords, 'Save Password');
    await page.reload();
    await expectStill('Create Token', { Name: ' ' }, 'Create Token');
  }
});

test('the forms to log in and to register stay when the login services arrive', async ({
  page,
  network,
}) => {
  const main = page.getByRole('main');
  const services = main.getByRole('link', { name: /^Continue with/ });
  const footer = page.getByRole('contentinfo');
  for (const [path, submit, other] of [
    ['/login', 'Login', 'Create an account'],
    ['/register', 'Register', 'Login'],
  ] as const) {
    for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
      await page.setViewportSize(viewport);
      const what = `${path}, ${viewport.width} px wide`;
      await network.answer('GET', '/api/auth/providers', () => ({
        providers: ['google', 'github', 'linkedin'],
      }));
      const release = await network.hold('GET', '/api/auth/providers');
      await page.goto(path);
      const still = [action(main, submit), main.getByRole('link', { name: other, exact: true })];
      const places = () => Promise.all(still.map(inPage));
      await expect(still[0] ?? main).toBeVisible();
      const before = await places();
      release();
      await expect(services).toHaveCount(3);
      expect(await places(), what).toEqual(before);

      const end = await inPage(footer);
      const releaseAgain = await network.hold('GET', '/api/auth/providers');
      await page.reload();
      await expect(still[0] ?? main).toBeVisible();
      expect(await inPage(footer), `the footer of ${what}, from the second visit on`).toBe(end);
      releaseAgain();
      await expect(services).toHaveCount(3);
      expect(await inPage(footer)).toBe(end);
      await network.restore();
    }
  }
});

test('a conversation and its transcript stay when the connection is lost', async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  network.allow(/^\/ws$/);
  await page.setViewportSize(PHONE);
  const { chat } = await openedLiveChat(page, subscribedReader);
  const lost = chat.getByText('Connection lost. Reconnecting…');
  const expectStill = async (...parts: Locator[]) => {
    const places = () => Promise.all(parts.map(placeOf));
    const before = await places();
    await context.setOffline(true);
    await expect(lost).toBeVisible();
    expect(await places()).toEqual(before);
    await context.setOffline(false);
    await expect(lost).toHaveCount(0);
  };
  const view = action(chat, 'Episode');
  await expectStill(view, messagesBy(chat, 'assistant').first(), input(chat));
  await view.click();
  await expectStill(view, chat.getByRole('searchbox'));
});
