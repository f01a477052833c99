import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, toast, useToasts } from '../../../web/ui/toasts.ts';

/** What the page's toasts are now: title and whether each is to be seen. */
function known(): { title: string; isOpen: boolean; id: number }[] {
  let seen: ReturnType<typeof useToasts> = [];
  renderToStaticMarkup(
    createElement(() => {
      seen = useToasts();
      return null;
    }),
  );
  return seen.map(({ title, isOpen, id }) => ({ title, isOpen, id }));
}

beforeEach(() => {
  vi.useFakeTimers();
  // Other files of the same process may have left some, and one with an action comes back.
  for (let open = known()[0]; open?.isOpen; open = known()[0]) dismissToast(open.id);
  vi.runAllTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('toasts: one at a time, the newest', () => {
  toast({ title: 'First' });
  toast({ title: 'Second' });
  expect(known()).toMatchObject([{ title: 'Second', isOpen: true }]);
});

test('a dismissed toast is removed after 1000000 ms', () => {
  toast({ title: 'Gone soon' });
  dismissToast(known()[0]?.id ?? 0);
  expect(known()).toMatchObject([{ title: 'Gone soon', isOpen: false }]);
  vi.advanceTimersByTime(999_999);
  expect(known()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(known()).toEqual([]);
});

test('an action covered by a newer toast returns after it', () => {
  const undo = { label: 'Undo', run: () => {} };
  toast({ title: 'Unsubscribed', action: undo });
  toast({ title: 'Something else' });
  expect(known()).toMatchObject([{ title: 'Something else', isOpen: true }]);
  dismissToast(known()[0]?.id ?? 0);
  expect(known()).toMatchObject([{ title: 'Unsubscribed', isOpen: true }]);
  dismissToast(known()[0]?.id ?? 0);
  expect(known()).toMatchObject([{ title: 'Unsubscribed', isOpen: false }]);
});
