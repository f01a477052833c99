/** Twice the browser's usual text size, on a phone. */
import type { Page } from '@playwright/test';
import {
  ask,
  EPISODE,
  episodeOf,
  makeSession,
  type SubscribedPerson,
  saveInsight,
} from '../support/e2e/people.ts';
import { styleOf } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

/** Something on every screen. */
async function fill({ request }: Page, reader: SubscribedPerson) {
  const { id: episodeId } = episodeOf(reader, EPISODE);
  const { id: sessionId } = await makeSession(request, episodeId);
  await ask(request, { episodeId, sessionId, message: 'What do they measure?' });
  const { id: sourceId } = await saveInsight(request, { episodeId, insight: 'Measure [0:20].' });
  await request.post('/api/user/reviews', { data: { kind: 'insight', sourceId } });
  const at = new Date().toISOString();
  await request.put(`/api/user/positions/${episodeId}`, { data: { seconds: 60, at } });
}

/** What is cut off, or reaches out of the screen or its button. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const page = document.documentElement;
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
    const endOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
    return [
      ...buttons
        .filter((one) => one.role === 'tab' && endOf(one) > endOf(one.parentElement) + 1)
        .map((one) => `the tab '${one.textContent}' reaches out of its row`),
      ...(page.scrollWidth > innerWidth ? [`the page is ${page.scrollWidth} px wide`] : []),
      ...buttons
        .filter(
          (one) =>
            one.checkVisibility() &&
            (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1),
        )
        .map((one) => `'${one.textContent}' is cut off`),
    ];
  });

test('nothing is cut off or wider than the screen, and no word of a title breaks', async ({
  page,
  network,
  subscribedReader,
}) => {
  await fill(page, subscribedReader);
  for (const [path, title] of [
    ['/', 'Brain overload? Let information drip, instead of flood.'],
    ['/podcasts', 'Our Podcasts'],
    ['/library', 'Your Insights Library'],
    ['/library?tab=history', 'Your Insights Library'],
    ['/profile', 'Your Profile'],
    ['/editor', 'Content Editor'],
    ['/tools', 'Tools'],
    ['/tools?tool=review', 'Daily Review'],
    ['/tools?tool=sources', 'Your Sources'],
  ] as const) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1, name: title });
    await expect(heading).toBeVisible();
    await network.quiet();
    expect(await styleOf(page.locator('html'), 'font-size')).toBe('32px');
    expect(await cutOff(page), path).toEqual([]);
    const words = title.split(' ');
    const lines = await heading.evaluate((element) => {
      const text = element.firstChild;
      const tops = [...(text?.textContent ?? '')].map((_, at) => {
        const range = document.createRange();
        if (text) range.setStart(text, at);
        if (text) range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      });
      return [...(text?.textContent ?? '')]
        .map((letter, at) => (at > 0 && tops[at] !== tops[at - 1] ? `\n${letter}` : letter))
        .join('');
    });
    expect(lines.split(/\s+/), path).toEqual(words);
    const name = page.getByRole('banner').getByText('Dripcast', { exact: true });
    await expect(name, 'there is no room for it beside the mark').toBeHidden();
  }
});

test('no screen is wider than the phone while it loads', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await page.goto('/podcasts');
  await expect(page.getByRole('region', { name: 'Recent Episodes' })).toBeVisible();
  for (const path of ['/podcasts', '/library', '/profile', '/tools', '/tools?tool=review']) {
    await network.hold('GET', '/api/user');
    await page.goto(path);
    await expect(page.locator('.animate-pulse').first()).toBeAttached();
    expect(await cutOff(page), path).toEqual([]);
    await network.restore();
  }
});

test('check marks and icons grow with the text', async ({ page, reader }) => {
  expect(reader.id).not.toBe('');
  await page.goto('/tools');
  const box = page.getByRole('checkbox', { name: 'Obsidian' });
  await box.click();
  expect(await styleOf(box.locator('svg'), 'width')).toBe('20px');
  const menu = page.getByRole('button', { name: 'Open menu' }).locator('svg');
  expect(await styleOf(menu, 'width')).toBe('40px');
  const exporting = page
    .getByRole('button', { name: 'Export', exact: true })
    .locator('svg')
    .first();
  expect(await styleOf(exporting, 'width')).toBe('32px');
});

test('text fields grow with the text', async ({ page, subscribedReader }) => {
  await fill(page, subscribedReader);
  await page.goto('/tools?tool=sources');
  const minHeight = () => styleOf(page.locator('.rt-TextAreaRoot'), 'min-height');
  expect(await minHeight()).toBe('160px');
  await page.goto('/library');
  await page.getByRole('button', { name: 'Add Notes' }).click();
  await expect.poll(minHeight).toBe('302px');
});

test("an insight's actions that need several rows keep to the left", async ({
  page,
  subscribedReader,
}) => {
  await fill(page, subscribedReader);
  await page.goto('/library');
  const actions = page.getByRole('group', { name: `Actions for ${EPISODE}` });
  await expect(actions).toBeVisible();
  const rows = await actions.evaluate((group) => {
    const boxes = [...group.children].map((one) => one.getBoundingClientRect());
    const rounded = boxes.map(({ left, right, top }) => ({
      left: Math.round(left),
      right: Math.round(right),
      top: Math.round(top),
    }));
    return [...Map.groupBy(rounded, ({ top }) => top).values()];
  });
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) {
    expect(row[0]?.left).toBe(rows[0]?.[0]?.left);
    for (const [at, { left }] of row.entries()) {
      if (at > 0) expect(left - (row[at - 1]?.right ?? 0)).toBeLessThanOrEqual(1);
    }
  }
});

test("an insight's chevron is in the middle of its first line", async ({
  page,
  subscribedReader,
}) => {
  await fill(page, subscribedReader);
  await page.goto('/library');
  const expander = page.getByRole('button', { name: EPISODE, exact: true });
  await expect(expander).toBeVisible();
  const [chevron, letter] = await expander.evaluate((button) => {
    const range = document.createRange();
    const text = button.querySelector('span')?.firstChild;
    if (text) range.setStart(text, 0);
    if (text) range.setEnd(text, 1);
    const boxes = [
      button.querySelector('svg')?.getBoundingClientRect(),
      range.getBoundingClientRect(),
    ];
    return boxes.map((box) => box && (box.top + box.bottom) / 2);
  });
  expect(Math.abs((chevron ?? Number.NaN) - (letter ?? Number.NaN))).toBeLessThanOrEqual(2);
});
