/** What comes first on the screen of podcasts, on a first visit in this browser. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { usePodcastsOrder } from '../../../web/screens/use-podcasts-order.ts';
import { act, renderHook } from '../../support/render-hook.ts';
import { stubStorage } from './stub-storage.ts';

type Known = Parameters<typeof usePodcastsOrder>[0];

const KNOWN: Known = {
  hasCards: true,
  userId: 'ada',
  hasSubscriptions: true,
  isWaiting: false,
  hasFailed: false,
};
/** A server that answers at all has done so by then. */
const LONG_MS = 15_000;

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

function visit(first: Partial<Known>) {
  const { result, rerender, unmount } = renderHook(usePodcastsOrder, { ...KNOWN, ...first });
  onTestFinished(unmount);
  return {
    shown: () => {
      const { isUndecided, isLedByCatalogue } = result();
      return isUndecided ? 'nothing yet' : isLedByCatalogue ? 'catalogue' : 'cards';
    },
    learn: (now: Partial<Known>) => rerender({ ...KNOWN, ...now }),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  };
}

test('nothing is shown that would have to move, until it is known what comes first', () => {
  for (const [hasSubscriptions, order] of [
    [true, 'cards'],
    [false, 'catalogue'],
  ] as const) {
    const { shown, learn, wait } = visit({ hasSubscriptions: undefined, isWaiting: true });
    wait(2_000);
    expect(shown()).toBe('nothing yet');
    learn({ hasSubscriptions, isWaiting: false });
    expect(shown()).toBe(order);
  }
});

test('subscriptions that do not come hold back the catalogue for a while only, which then stays first', () => {
  const { shown, learn, wait } = visit({ hasSubscriptions: undefined });
  wait(LONG_MS);
  expect(shown()).toBe('catalogue');
  learn({ hasSubscriptions: true });
  expect(shown()).toBe('catalogue');
});

test("neither does what the cards wait for: a subscriber's come first, and stay so", () => {
  const { shown, learn, wait } = visit({ isWaiting: true });
  wait(LONG_MS);
  expect(shown()).toBe('cards');
  learn({ isWaiting: false });
  expect(shown()).toBe('cards');
});

test('subscriptions that fail when they are asked for again move nothing', () => {
  const { shown, learn } = visit({});
  expect(shown()).toBe('cards');
  learn({ hasFailed: true });
  expect(shown()).toBe('cards');
});

test('subscriptions that fail at first show the catalogue, which then stays first', () => {
  const { shown, learn } = visit({ hasSubscriptions: undefined, hasFailed: true });
  expect(shown()).toBe('catalogue');
  learn({ hasSubscriptions: true });
  expect(shown()).toBe('catalogue');
});
