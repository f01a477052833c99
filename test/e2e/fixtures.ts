import { test as base, expect } from '@playwright/test';
import { Network } from '../support/e2e/network.ts';
import {
  type Person,
  register,
  registerSubscribed,
  type SubscribedPerson,
} from '../support/e2e/people.ts';
import { Search } from '../support/e2e/search.ts';

interface Fixtures {
  /**
   * The network. Unexpected console errors fail every test, whether it uses this fixture or not.
   */
  network: Network;
  /** The search on the page. */
  search: Search;
  /** A new user, logged in on the page. */
  reader: Person;
  /** A new user who subscribes to the sample podcast and has fetched its episodes. */
  subscribedReader: SubscribedPerson;
}

/** Only this machine can be reached; faster than checking every call. */
const OFF_THE_INTERNET =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

export const test = base.extend<Fixtures>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), OFF_THE_INTERNET] });
    },
    { scope: 'worker' },
  ],
  network: [
    async ({ context, page }, use) => {
      const network = new Network(page);
      network.watch(context);
      await use(network);
      // Requests that a page makes after its test don't matter.
      await network.restore();
      expect(network.surprises, 'errors in the console').toEqual([]);
      expect(network.unmet, 'calls that never came').toEqual([]);
    },
    { auto: true },
  ],
  search: async ({ page, network }, use) => {
    await use(new Search(page, network));
  },
  reader: async ({ page }, use) => {
    await use(await register(page.request));
  },
  subscribedReader: async ({ page }, use) => {
    await use(await registerSubscribed(page.request));
  },
});

export { expect };
