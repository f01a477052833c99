import type { Brief, BriefState } from '../../schema/wire/brief.ts';
import { DEVICES, expectAccessible } from '../support/e2e/accessibility.ts';
import type { Network } from '../support/e2e/network.ts';
import { expectErrorToast, expectSuccessToast, styleOf, visit } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('the brief is turned on, waits for its address, is changed and stopped', async ({
  page,
  network,
  reader,
}) => {
  const email = `${reader.id}@example.com`;
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Your Brief by Mail' });

  await test.step('a refused change keeps what was typed', async () => {
    await network.fail('PUT', '/api/user/brief');
    await card.getByLabel('Email').fill('reader@example.com');
    await card.getByRole('button', { name: 'Turn On' }).click();
    await expectErrorToast(page, 'Failed to save your brief');
    await expect(card.getByLabel('Email')).toHaveValue('reader@example.com');
    await network.restore();
  });

  await card.getByLabel('Email').fill('');
  await card.getByRole('button', { name: 'Turn On' }).click();
  await expect(card.getByRole('alert')).toHaveText('Enter your email address');
  await card.getByLabel('Email').fill('nobody');
  await card.getByRole('button', { name: 'Turn On' }).click();
  await expect(card.getByRole('alert')).toHaveText('Invalid email address');
  await expect(card.getByLabel('Email')).toBeFocused();
  await card.getByLabel('Email').fill(email);
  await page.reload();
  await expect(card.getByLabel('Email'), 'outlasts a reload').toHaveValue(email);
  const inset = await styleOf(card.getByLabel('Day'), 'padding-left');
  const zone = card.getByLabel('Time zone');
  expect(await styleOf(zone, 'padding-left'), 'in line').toBe(inset);
  const names = await zone.getByRole('option').allInnerTexts();
  await zone.focus();
  for (const name of names.slice(1, 4)) {
    await page.keyboard.press('ArrowDown');
    await expect(zone).toHaveValue(name);
  }
  await zone.selectOption('Asia/Tokyo');
  await card.getByLabel('Day').click();
  await page.getByRole('option', { name: 'Wednesday' }).click();
  await card.getByLabel('Hour').click();
  await page.getByRole('option', { name: '7:00 AM', exact: true }).click();
  await card.getByRole('button', { name: 'Turn On' }).click();
  await expect(card.getByText(`We sent a link to ${email}`)).toBeVisible();
  await card.getByRole('button', { name: 'Send the Link Again' }).click();
  await expectSuccessToast(page, `A link is on its way to ${email}`);
  await page.reload();
  // A digest that arrives above the card moves it, and a click at that moment is lost.
  await network.quiet();
  await card.getByRole('button', { name: 'Change' }).click();
  await card.getByLabel('Email').fill('another@example.com');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Change' }).click();
  await expect(card.getByLabel('Email')).toHaveValue(email);
  await expect(zone).toHaveValue('Asia/Tokyo');
  await expect(card.getByLabel('Day')).toHaveText('Wednesday');
  await expect(card.getByLabel('Hour')).toHaveText('7:00 AM');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Stop' }).press('Enter');
  await expectSuccessToast(page, 'You will not get any more briefs');
  await expect(card.getByRole('heading', { name: 'Your Brief by Mail' })).toBeFocused();
  await expect(card.getByRole('button', { name: 'Turn On' })).toBeVisible();
});

test('time zones have the names of today, also one that was saved under an older name', async ({
  page,
  network,
  reader,
}) => {
  await answerBrief(network, withBrief({ timeZone: 'Asia/Calcutta' }));
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Your Brief by Mail' });
  await card.getByRole('button', { name: 'Change' }).click();
  const zone = card.getByLabel('Time zone');
  await expect(zone).toHaveValue('Asia/Kolkata');
  const names = await zone.getByRole('option').allInnerTexts();
  expect(names).toContain('Europe/Kyiv');
  expect(names).toContain('America/Argentina/Buenos_Aires');
  expect(names.filter((name) => /Calcutta|Kiev|Saigon|Godthab|Asmera/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);

  await network.restore();
  await zone.selectOption('Europe/Kyiv');
  await card.getByLabel('Email').fill(`${reader.id}@example.com`);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('We sent a link to')).toBeVisible();
});

/** Makes the server reply with a brief in this state from now on. */
async function answerBrief(network: Network, state: BriefState) {
  await network.restore();
  await network.answer('GET', '/api/user/brief', () => state);
}

const HOUR_MS = 3_600_000;
const BRIEF: Brief = {
  email: 'reader@example.com',
  weekday: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
  isConfirmed: true,
  stopped: null,
  nextAt: '2026-11-23T07:00:00.000Z',
};
const withBrief = (brief: Partial<Brief> | null): BriefState => ({
  isAvailable: true,
  unsureWeek: null,
  brief: brief && { ...BRIEF, ...brief },
});

const STATES: [name: string, state: BriefState, text: string | RegExp, action: string][] = [
  ['off', withBrief(null), /^New episodes are fetched every/, 'Turn On'],
  [
    'waiting for its address',
    withBrief({ isConfirmed: false }),
    'We sent a link to reader@example.com. Open it to confirm your address and start the briefs.',
    'Send the Link Again',
  ],
  ['on', withBrief({}), /^Next one on Monday, November 23 at 8:00 AM GMT\+1 to reader/, 'Change'],
  [
    'on, with a doubt',
    { ...withBrief({}), unsureWeek: '2026-W47' },
    'Your last brief may not have arrived.',
    'Send It Again',
  ],
  [
    'bounced',
    withBrief({ stopped: 'bounced' }),
    'Mail to reader@example.com came back, so we stopped. Check the address and turn it on again here.',
    'Turn On',
  ],
  [
    'reported as spam',
    withBrief({ stopped: 'complained' }),
    'A brief to reader@example.com was reported as spam, so we stopped. Turn it on again here.',
    'Turn On',
  ],
  [
    'unsubscribed',
    withBrief({ stopped: 'unsubscribed' }),
    'You unsubscribed reader@example.com. Turn the brief on again here.',
    'Turn On',
  ],
];

for (const { device, viewport } of DEVICES) {
  test.describe(`each state of the brief is shown, and axe finds nothing: ${device}`, () => {
    test.use({ viewport, reducedMotion: 'reduce' });
    test.slow();

    test('in light and dark', async ({ page, network, reader: _ }) => {
      await page.goto('/');
      for (const [index, [name, state, text, action]] of STATES.entries()) {
        await answerBrief(network, state);
        // The data read before is outdated by now.
        await page.clock.setFixedTime(Date.now() + index * HOUR_MS);
        await visit(page, '/');
        await expect(page).toHaveTitle('Dripcast');
        await visit(page, '/tools');
        const card = page.getByRole('region', { name: 'Your Brief by Mail' });
        await expect(card.getByText(text), name).toBeVisible();
        await expect(card.getByRole('button', { name: action, exact: true })).toBeVisible();
        // The first check includes the tools around the card.
        await expectAccessible(page, `a brief that is ${name}`, index === 0 ? null : card);
      }
    });
  });
}

test('a brief that is loading or failed says so, and can be tried again; where no mail can be sent, there is none to choose', async ({
  page,
  network,
  reader: _,
}) => {
  const release = await network.hold('GET', '/api/user/brief');
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Your Brief by Mail' });
  await expect(card.getByText('Loading your brief...')).toBeAttached();
  release();
  await network.restore();
  await network.fail('GET', '/api/user/brief');
  await page.reload();
  await expect(card.getByText('Your brief did not load')).toBeVisible();
  await expectAccessible(page, 'a brief that did not load');
  await network.restore();
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card.getByRole('button', { name: 'Turn On' })).toBeVisible();

  await answerBrief(network, { isAvailable: false, brief: null, unsureWeek: null });
  await page.goto('/tools');
  await expect(page.getByRole('region', { name: 'Your Feeds' })).toContainText('Weekly digests');
  await expect(card).toHaveCount(0);
});

test('a link of a mail that leads nowhere says so, without an account', async ({
  page,
  network,
}) => {
  network.allow(/^\/api\/brief\//);
  for (const [path, title] of [
    [`/api/brief/confirm/${'x'.repeat(43)}`, 'This link has expired'],
    [`/api/brief/unsubscribe/${'x'.repeat(43)}`, 'You are not subscribed'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
});
