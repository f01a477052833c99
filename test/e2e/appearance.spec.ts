/** Light, dark, and the system's own colours. */
import type { Locator, Page } from '@playwright/test';
import { input, openedChat } from '../support/e2e/chat.ts';
import { colourOf, styleOf } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const dark = async (page: Page) => {
  const [red = 0, green = 0, blue = 0] = await colourOf(page.locator('html'), 'background-color');
  return red + green + blue < 3 * 128;
};

test("light and dark follow the system; the reader's own choice is remembered", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await dark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => dark(page)).toBe(false);

  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(() => dark(page)).toBe(true);
  await page.goto('/podcasts');
  expect(await dark(page)).toBe(true);

  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => dark(page), 'the system is followed again').toBe(true);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('the theme switch has its icon before the scripts run', async ({ page, network }) => {
      const icon = page
        .getByRole('navigation', { name: 'Main' })
        .locator('button path')
        .filter({ visible: true });
      const release = await network.hold('GET', /^\/assets\/.*\.js$/);
      await page.goto('/', { waitUntil: 'commit' });
      // The style sheet shows one of two; the page isn't painted before it has come.
      await expect(icon).toHaveCount(1);
      const early = await icon.getAttribute('d');
      release();
      const name = `Switch to ${colorScheme === 'dark' ? 'light' : 'dark'} theme`;
      await page.getByRole('button', { name }).click();
      await expect(icon).not.toHaveAttribute('d', early ?? '');
      const after = await icon.getAttribute('d');
      await page.getByRole('button', { name: `Switch to ${colorScheme} theme` }).click();
      await expect(icon).toHaveAttribute('d', early ?? '');
      expect(after).not.toBeNull();
    });

    test('what can be chosen stands out from its card before it is chosen', async ({
      page,
      subscribedReader: _,
    }) => {
      await page.goto('/podcasts');
      const radio = page.getByRole('radio', { name: 'Specific Podcast', exact: true });
      expect(await ringContrast(radio), 'a radio button').toBeGreaterThanOrEqual(3);
      await page.goto('/tools');
      const checkbox = page.getByRole('checkbox', { name: 'Obsidian' });
      expect(await ringContrast(checkbox), 'a checkbox').toBeGreaterThanOrEqual(3);
    });

    test('what can be filled in stands out from its card', async ({ page, subscribedReader }) => {
      await page.goto('/podcasts');
      await page.getByRole('radio', { name: 'Specific Podcast' }).click();
      const select = page.getByRole('combobox', { name: 'Select a podcast' });
      expect(await ringContrast(select), 'a native list').toBeGreaterThanOrEqual(3);
      await page.goto('/tools?tool=sources');
      const field = page.locator('.rt-TextFieldRoot').first();
      expect(await ringContrast(field), 'a field').toBeGreaterThanOrEqual(3);
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Create Token' }).click();
      const list = page.getByRole('dialog').getByRole('combobox');
      expect(await ringContrast(list), 'a list').toBeGreaterThanOrEqual(3);
      await page.keyboard.press('Escape');
      const chat = await openedChat(page, subscribedReader);
      // The conversation fades in.
      await expect.poll(() => ringContrast(input(chat)), 'the question').toBeGreaterThanOrEqual(3);
    });

    test('what has the focus stands out', async ({ page, network, subscribedReader: _ }) => {
      for (const path of ['/tools', '/profile']) {
        await page.goto(path);
        const controls = page.getByRole('main').locator('button:enabled, a');
        const buttons = controls.filter({ visible: true });
        await expect.poll(() => buttons.count()).toBeGreaterThan(5);
        await network.quiet();
        // From now on, the focus is moved by keyboard.
        await page.keyboard.press('Tab');
        for (const button of await buttons.all()) {
          await button.focus();
          const contrast = await ringContrast(button, 'focus');
          expect(contrast, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(3);
        }
      }
    });

    test('an invalid field that has the focus stands out', async ({ page }) => {
      await page.goto('/login');
      await page.getByLabel('Username').press('Enter');
      await expect(page.getByLabel('Username')).toBeFocused();
      const field = page.locator('.rt-TextFieldRoot').first();
      expect(await ringContrast(field, 'focus'), 'an invalid field').toBeGreaterThanOrEqual(3);
    });
  });
}

/** The WCAG contrast between a control's ring, or its border, and what is behind it. */
function ringContrast(control: Locator, kind: 'border' | 'focus' = 'border'): Promise<number> {
  return control.evaluate((element, kind) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const colours = [getComputedStyle(element, '::before'), getComputedStyle(element)].flatMap(
      ({ boxShadow, borderTopWidth, borderTopColor, outlineStyle, outlineColor }) => {
        if (kind === 'focus') return outlineStyle === 'none' ? [] : outlineColor;
        return [
          /^[a-z]+\(.+?\)/.exec(boxShadow)?.[0] ?? [],
          borderTopWidth === '1px' ? borderTopColor : [],
        ].flat();
      },
    );
    const [ring] = colours;
    if (!canvas || !ring) return 0;
    const paint = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    };
    const luminance = () => {
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind: string[] = [];
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      behind.unshift(getComputedStyle(at).backgroundColor);
    }
    // From the page up, because translucent layers are painted over what is behind them.
    for (const colour of behind) paint(colour);
    const ground = luminance();
    paint(ring);
    const around = luminance();
    return (Math.max(ground, around) + 0.05) / (Math.min(ground, around) + 0.05);
  }, kind);
}

test("with the system's colours, controls have edges, and what is chosen differs from the others", async ({
  page,
  reader: _,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/podcasts?category=hr');
  const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
  await expect(quiz.getByRole('radio').first()).toBeVisible();
  const edgeOf = (control: Locator, pseudo?: string) =>
    control.evaluate((element, part) => getComputedStyle(element, part).borderTopWidth, pseudo);
  expect(await edgeOf(quiz.getByRole('radio').first(), '::before')).toBe('1px');
  expect(await edgeOf(quiz.getByRole('button', { name: 'Generate Quiz' }))).toBe('1px');
  const groundOf = (name: string) =>
    styleOf(page.getByRole('button', { name, exact: true }), 'background-color');
  expect(await groundOf('HR')).not.toBe(await groundOf('Law'));

  await page.goto('/library');
  const markOf = (name: string) =>
    page
      .getByRole('tab', { name })
      .evaluate((tab) => getComputedStyle(tab, '::before').backgroundColor);
  await expect(page.getByRole('tab', { name: 'Saved Insights' })).toBeVisible();
  expect(await markOf('Saved Insights')).not.toBe(await markOf('Chat History'));
});

test('a reader who has asked for larger text or more contrast gets it in every control', async ({
  page,
}) => {
  await page.goto('/login');
  const label = page.getByText('Username', { exact: true });
  const login = page.getByRole('button', { name: 'Login', exact: true });
  await expect(login).toBeVisible();
  expect(await styleOf(login, 'font-size')).toBe('16px');
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  expect(await styleOf(login, 'font-size')).toBe('32px');
  const hint = page.getByText('New here?');
  const ink = await styleOf(label, 'color');
  expect(await styleOf(hint, 'color')).not.toBe(ink);
  await page.emulateMedia({ contrast: 'more' });
  expect(await styleOf(hint, 'color')).toBe(ink);
});

test('a button keeps its height beside something taller', async ({ page, subscribedReader }) => {
  expect(subscribedReader.episodes).not.toEqual([]);
  await page.goto('/podcasts');
  const button = page.getByRole('button', { name: 'Fetch Recent Episodes' });
  await expect(button).toBeVisible();
  expect((await button.boundingBox())?.height).toBe(36);
});
