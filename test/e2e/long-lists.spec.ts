/** What is below a long list stays within reach, and a long list doesn't slow down what is above it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionInfo } from '../../schema/wire/accounts.ts';
import type { TokenInfo } from '../../schema/wire/tokens.ts';
import { listPodcasts } from '../support/e2e/people.ts';
import { expect, test } from './fixtures.ts';

test('many podcasts, devices and tokens fold away, and this device comes first', async ({
  page,
  network,
  reader: _,
}) => {
  let podcasts = (await listPodcasts(page.request)).slice(0, 12);
  await network.answer('GET', '/api/user/subscriptions', () =>
    podcasts.map((podcast) => ({ ...podcast, podcastId: podcast.id })),
  );
  await network.answer('DELETE', /\/subscribe$/, ({ pathname }) => {
    podcasts = podcasts.filter(({ id }) => !pathname.includes(id));
    return {};
  });
  const many = <Item extends { id: string }>(
    item: Item,
    change: (index: number) => Partial<Item>,
  ) => Array.from({ length: 20 }, (_, index) => ({ ...item, id: `id-${index}`, ...change(index) }));
  await network.change<{ sessions: SessionInfo[] }>('GET', '/api/user/sessions', (reply) => ({
    sessions: many(reply.sessions[0] as SessionInfo, (index) => ({ isCurrent: index === 19 })),
  }));
  const token: TokenInfo = {
    id: '',
    name: 'A script',
    scopes: ['read'],
    createdAt: new Date().toISOString(),
    lastUsedAt: null,
    expiresAt: null,
  };
  await network.change('GET', '/api/user/tokens', () => ({ tokens: many(token, () => ({})) }));
  await page.goto('/profile');
  const subscribed = page.getByRole('region', { name: 'Your Subscribed Podcasts' });
  await expect(subscribed.getByRole('button', { name: 'Unsubscribe' })).toHaveCount(6);
  // Folded items can't take the focus of a removed card.
  await subscribed.getByRole('button', { name: 'Unsubscribe' }).last().press('Enter');
  await subscribed.getByText('5 more podcasts').waitFor();
  await expect(subscribed.getByRole('button').and(page.locator(':focus'))).toBeVisible();
  await subscribed.getByText('5 more podcasts').click();
  await expect(subscribed.getByRole('button', { name: 'Unsubscribe' })).toHaveCount(11);

  const devices = page.getByRole('region', { name: 'Password and Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(5);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await expect(devices.getByText('15 more devices')).toBeVisible();
  const tokens = page.getByRole('region', { name: 'Access Tokens' });
  await expect(tokens.getByRole('listitem')).toHaveCount(5);
  await tokens.getByText('15 more tokens').press('Enter');
  await expect(tokens.getByRole('listitem')).toHaveCount(20);
});

test('no style looks through the whole page at every change in it', async ({ page }) => {
  const built = join(import.meta.dirname, '../../dist/assets');
  const sheets = globSync('*.css', { cwd: built }).map((name) =>
    readFileSync(join(built, name), 'utf8'),
  );
  await page.goto('/');
  const selectors = await page.evaluate((texts) => {
    const selectorsIn = ({ cssRules }: CSSStyleSheet | CSSGroupingRule): string[] =>
      [...cssRules].flatMap((rule) => {
        // Nobody types while a page is printed.
        if (rule instanceof CSSMediaRule && rule.media.mediaText === 'print') return [];
        if (rule instanceof CSSStyleRule) return rule.selectorText;
        return rule instanceof CSSGroupingRule ? selectorsIn(rule) : [];
      });
    return texts.flatMap((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return selectorsIn(sheet);
    });
  }, sheets);
  expect(selectors.filter((selector) => selector.includes(':has('))).not.toEqual([]);
  // With `>`, a browser looks at a few levels of the page only.
  const lookingThrough = /(?:\bhtml|\bbody|:root)[^\s,]*:has\((?!>)/;
  expect(selectors.filter((selector) => lookingThrough.test(selector))).toEqual([]);
});
