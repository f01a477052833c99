/** Finds things in the library. */
import type { Locator, Page } from '@playwright/test';

/** The row of a saved insight or a conversation, by its episode. */
export function libraryRow(page: Page, episode: string): Locator {
  return page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: episode }) });
}

export function action(within: Locator, name: string): Locator {
  return within.getByRole('button', { name, exact: true });
}
