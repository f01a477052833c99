/** The search is accessible in every state. */
import { DEVICES, expectAccessible } from '../support/e2e/accessibility.ts';
import { resultOf } from '../support/e2e/search.ts';
import { expect, test } from './fixtures.ts';

for (const { device, viewport } of DEVICES) {
  test.describe(`axe finds no violation: ${device}`, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('in every state of the search', async ({ page, network, subscribedReader, search }) => {
      await page.goto('/tools?find=');
      await expect(search.options.first()).toBeVisible();
      await expectAccessible(page, 'nothing typed');
      await search.answer((query) =>
        query.get('q')?.includes('nothing')
          ? {}
          : {
              nextCursor: 'more',
              didYouMean: 'budget',
              results: (['transcript', 'episode', 'note'] as const).map((kind) =>
                resultOf(subscribedReader, {
                  id: kind,
                  kind,
                  seconds: 61,
                  speaker: 'Ines',
                  snippet: 'What the budget is for',
                  marks: [[9, 15]],
                }),
              ),
            },
      );
      await search.field.fill('in:law budgte');
      await expect(search.options.first()).toHaveAttribute('aria-selected', 'true');
      await expectAccessible(page, 'results', search.dialog);
      await search.field.fill('in:law nothing');
      await expect(search.dialog.getByText('Nothing found for').last()).toBeVisible();
      await expectAccessible(page, 'nothing found', search.dialog);
      await network.fail('GET', '/api/search');
      await search.field.fill('failing');
      await expect(page.getByText("The search isn't responding")).toBeVisible();
      await expectAccessible(page, 'a failure', search.dialog);
    });
  });
}
