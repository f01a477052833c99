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
  /** The wire. Unexpected errors in the console fail every test, whether it asks for this or not. */
  network: Network;
  /** The search on the page. */
  search: Search;
  /** Somebody new, logged in on the page. */
  reader: Person;
  /** Somebody new who subscribes to the sample podcast and has fetched its episodes. */
  subscribedReader: SubscribedPerson;
}

/** Nothing but this machine can be reached; quicker than looking at every call. */
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
      // What a page still asks for when its test is over is nobody's any more.
      await network.restore();
      expect(network.surprises, 'errors in the console').toEqual([]);
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
