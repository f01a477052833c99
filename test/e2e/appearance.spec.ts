/** Light and dark. */
import type { Locator, Page } from '@playwright/test';
import { colourOf } from '../support/e2e/screen.ts';
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

    test('what can be chosen stands out from its card before it is chosen', async ({
      page,
      subscribedReader,
    }) => {
      expect(subscribedReader.episodes).not.toEqual([]);
      await page.goto('/podcasts');
      const radio = page.getByRole('radio', { name: 'Specific Podcast', exact: true });
      expect(await ringContrast(radio), 'a radio button').toBeGreaterThanOrEqual(3);
      await page.goto('/tools');
      const checkbox = page.getByRole('checkbox', { name: 'Obsidian' });
      expect(await ringContrast(checkbox), 'a checkbox').toBeGreaterThanOrEqual(3);
    });
  });
}

/** The WCAG contrast between an unchosen control's ring and the card that it is on. */
function ringContrast(control: Locator): Promise<number> {
  return control.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const card = element.closest('.panel');
    const ring = /^[a-z]+\(.+?\)/.exec(getComputedStyle(element, '::before').boxShadow)?.[0];
    if (!canvas || !card || !ring) return 0;
    const luminance = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    // In this order: a translucent ring is painted on the card.
    const behind = luminance(getComputedStyle(card).backgroundColor);
    const around = luminance(ring);
    return (Math.max(behind, around) + 0.05) / (Math.min(behind, around) + 0.05);
  });
}
